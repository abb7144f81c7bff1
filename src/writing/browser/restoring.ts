import { isSignedOut, type Failure } from '../../platform/browser/api.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { call } from './calls.ts';

/** Notifies an open bin when another part of the page deletes or restores notes. */
export const binChanges = new EventTarget();

type Named = { uuid: string; title: string };

/** Restores a note from the bin and shows a toast. Returns why it failed. */
export async function restoreNote({ uuid, title }: Named): Promise<string | undefined> {
  const answer = await call('POST /api/bin/{uuid}/restore', { at: { uuid } });
  if (!answer.ok) return failureSentence(answer);
  toasts.add({
    title: answer.data.note.hidden?.kind === 'held' ? 'Restored, and waiting for a moderator to check it' : 'Restored',
    icon: 'check',
    description: title,
    actions: [{ label: 'Open', href: answer.data.path }],
  });
  return undefined;
}

/** A sentence about why a note was not changed, for its author; `did`: what was changed nevertheless. */
export function failureSentence(failure: Failure, did?: string): string {
  const { status, problem } = failure;
  const what = did ?? 'nothing was changed';
  if (status === 0) return `The server couldn’t be reached, so ${what}. Try again in a moment.`;
  if (isSignedOut(failure)) return `You’re signed out, so ${what}. Sign in and try again.`;
  const why = problem.detail || problem.title;
  return did === undefined ? why : `${did[0]?.toUpperCase()}${did.slice(1)}. The rest weren’t: ${why}`;
}
