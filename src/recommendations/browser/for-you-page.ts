import { sayNotAlive } from '../../platform/browser/errors.ts';
import { kitStyles } from '../../platform/browser/lazy-view.ts';
import { session } from '../../people/browser/session.ts';

/** Brings the notes once it is known who reads; visitors load nothing of it. */
function showOnceSignedIn(place: HTMLElement) {
  const show = () => {
    if (!session.user) return;
    leave();
    bring(place);
  };
  const leave = session.subscribe(show);
  show();
}

function bring(place: HTMLElement) {
  Promise.all([import('../views/ForYou.tsx'), kitStyles()]).then(
    ([{ mount }]) => mount(place),
    (error: unknown) => {
      console.error('What is chosen for you could not be shown.', error);
      sayNotAlive(place);
    },
  );
}

const place = document.getElementById('for-you');
if (place) showOnceSignedIn(place);
