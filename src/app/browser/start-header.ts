import { session, startSession } from '../../people/browser/session.ts';

/** Asks who is here, and has the header show it: what that takes is loaded for those who are signed in. */
export function startHeader(): void {
  session.subscribe(() => {
    const { user, unsure } = session.getSnapshot();
    if (unsure && document.body.dataset.guard) void import('./unsure-session.ts').then(({ sayUnsure }) => sayUnsure());
    if (user) void import('./header.ts').then(({ showHeader }) => showHeader(user));
  });
  void startSession();
}
