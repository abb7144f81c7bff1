import { sayNotAlive } from './errors.ts';
import { kitStyles } from './kit-styles.ts';
import { session } from './session.ts';

const place = document.getElementById('for-you');
let asked = false;

/** Brings the notes once it is known who reads; visitors load nothing of it. */
function show() {
  const { user } = session.getSnapshot();
  if (!user || !place || asked) return;
  asked = true;
  Promise.all([import('../islands/ForYou.tsx'), kitStyles()]).then(
    ([{ mount }]) => mount(place),
    (error: unknown) => {
      console.error('What is chosen for you could not be shown.', error);
      sayNotAlive(place);
    },
  );
}

session.subscribe(show);
show();
