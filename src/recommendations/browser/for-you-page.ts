import { showLoadFailure } from '../../platform/browser/errors.ts';
import { kitStyles } from '../../platform/browser/lazy-view.ts';
import { session } from '../../people/browser/session.ts';

/** Loads and shows the recommendations once somebody is signed in; visitors load none of that code. */
function showOnceSignedIn(place: HTMLElement) {
  const show = () => {
    if (!session.user) return;
    unsubscribe();
    showRecommendations(place);
  };
  const unsubscribe = session.subscribe(show);
  show();
}

function showRecommendations(place: HTMLElement) {
  Promise.all([import('../views/ForYou.tsx'), kitStyles()]).then(
    ([{ mount }]) => mount(place),
    (error: unknown) => {
      console.error('What is chosen for you could not be shown.', error);
      showLoadFailure(place);
    },
  );
}

const place = document.getElementById('for-you');
if (place) showOnceSignedIn(place);
