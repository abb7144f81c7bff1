import { sayNotAlive } from '../../platform/browser/errors.ts';
import { kitStyles } from '../../platform/browser/kit-styles.ts';
import { session } from '../../people/browser/session.ts';

const place = document.getElementById('for-you');
let asked = false;

/** Brings the notes once it is known who reads; visitors load nothing of it. */
function show() {
  const { user } = session.getSnapshot();
  if (!user || !place || asked) return;
  asked = true;
  Promise.all([import('../views/ForYou.tsx'), kitStyles()]).then(
    ([{ mount }]) => mount(place),
    (error: unknown) => {
      console.error('What is chosen for you could not be shown.', error);
      sayNotAlive(place);
    },
  );
}

session.subscribe(show);
show();
