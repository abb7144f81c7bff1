import { session, startSession } from '../../people/browser/session.ts';

/** Asks who is here, and has the header show it: what that takes is loaded for those who are signed in. */
export function startHeader(): void {
  session.subscribe(() => {
    const { user, unsure } = session.getSnapshot();
    if (unsure && document.body.dataset.guard) {
      // Mostly asked for without a network: where it does not come, the next change of the session asks for it again.
      void import('./unsure-session.ts').then(({ sayUnsure }) => sayUnsure()).catch(() => undefined);
    }
    if (user) void import('./header.ts').then(({ showHeader }) => showHeader(user));
  });
  void startSession();
}
