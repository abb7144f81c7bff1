import { paths, safeRedirect } from '../../platform/model/paths.ts';
import { session, startSession } from '../../people/browser/session.ts';
import { startPage } from './start-page.ts';

startPage();
void startSession();
// Links between the forms keep the address to return to.
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-keep-redirect]')) {
  link.search = location.search;
}
// A visitor who is signed in, or does so in another tab, leaves the form.
if ([paths.signIn(), paths.signUp()].includes(location.pathname)) {
  session.subscribe(() => {
    const { user, unsure } = session.getSnapshot();
    if (user && !unsure) location.replace(safeRedirect(new URLSearchParams(location.search).get('redirect')));
  });
}
