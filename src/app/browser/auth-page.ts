import { paths, safeRedirect } from '../../platform/model/paths.ts';
import { session, startSession } from '../../people/browser/session.ts';
import { startPage } from './start-page.ts';

startPage();
void startSession();
// The way from one form to the other keeps where the visitor was going.
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-keep-redirect]')) {
  link.search = location.search;
}
// Whoever is signed in, here or meanwhile in another tab, needs no form for it.
if ([paths.signIn(), paths.signUp()].includes(location.pathname)) {
  session.subscribe(() => {
    const { user, unsure } = session.getSnapshot();
    if (user && !unsure) location.replace(safeRedirect(new URLSearchParams(location.search).get('redirect')));
  });
}
