import { isSignedOut, type Failure } from '../../platform/browser/api.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { call } from './calls.ts';

/** Tells a bin that is open what else on the page puts notes there, or brings them back. */
export const binChanges = new EventTarget();

type Named = { uuid: string; title: string };

/** Brings a note back from the bin and says so. Gives why it stays there. */
export async function restoreNote({ uuid, title }: Named): Promise<string | undefined> {
  const answer = await call('POST /api/bin/{uuid}/restore', { at: { uuid } });
  if (!answer.ok) return sayFailure(answer);
  toasts.add({
    title: answer.data.note.hidden?.kind === 'held' ? 'Restored, and waiting for a moderator to check it' : 'Restored',
    icon: 'check',
    description: title,
    actions: [{ label: 'Open', href: answer.data.path }],
  });
  return undefined;
}

/** Why a note was not changed, for its author. */
export function sayFailure(failure: Failure): string {
  const { status, problem } = failure;
  if (status === 0) return 'The server couldn’t be reached, so nothing was changed. Try again in a moment.';
  if (isSignedOut(failure)) return 'You’re signed out, so nothing was changed. Sign in and try again.';
  if (status === 409)
    return 'This note was changed somewhere else. Here’s the latest version; try again if you still want to.';
  return problem.detail || problem.title;
}
