import type { Failure } from '../../platform/browser/api.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { call } from './calls.ts';

type Named = { uuid: string; title: string };

/** Moves a note into the bin, with a way back in the toast. Gives why it stays, for its author to read. */
export async function deleteNote(note: Named, onBack: () => void): Promise<string | undefined> {
  const answer = await call('DELETE /api/notes/{uuid}', { at: { uuid: note.uuid } });
  // Another tab was first, and has the way back where there is one.
  if (!answer.ok) return answer.status === 404 || answer.status === 410 ? undefined : sayFailure(answer);
  toasts.add({
    title: 'Moved to the bin',
    icon: 'trash',
    description: note.title,
    timeout: undoMs,
    actions: [{ label: 'Undo', run: () => void undo(note, onBack) }],
  });
  return undefined;
}

/** Long enough to see what was deleted and to reach the button by keyboard. */
const undoMs = 12_000;

async function undo(note: Named, onBack: () => void): Promise<void> {
  const failure = await restoreNote(note);
  if (failure === undefined) onBack();
  else toasts.add({ title: 'Not brought back', description: failure, color: 'danger', timeout: 0 });
}

/** Brings a note back from the bin and says so. Gives why it stays there. */
export async function restoreNote({ uuid, title }: Named): Promise<string | undefined> {
  const answer = await call('POST /api/bin/{uuid}/restore', { at: { uuid } });
  if (!answer.ok) return sayFailure(answer);
  toasts.add({
    title: answer.data.note.hidden?.kind === 'held' ? 'Restored, and held for a look by a moderator' : 'Restored',
    icon: 'check',
    description: title,
    actions: [{ label: 'Open', href: answer.data.path }],
  });
  return undefined;
}

/** Why a note was not changed, for its author. */
export function sayFailure({ status, problem }: Failure): string {
  if (status === 0) return 'The server could not be reached, so nothing was changed. Try again in a moment.';
  if (status === 401) return 'You are signed out, so nothing was changed. Sign in and try again.';
  if (status === 409)
    return 'This note was changed elsewhere; its newest version is shown now. Try again if you still want to.';
  return problem.detail || problem.title;
}
