import type { Note } from '../../notes/model/note.ts';
import type { NewUnsent, Unsent } from '../../people/model/outbox.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Draft } from './drafts.ts';
import type { EditorStart, EditorState } from './editor-state.ts';
import { bodyOf } from './note-fields.ts';

/** A save of what is in the form: of the note that is `stored`, or a new note that is called `id` until it is there. */
export function unsentNote(
  { fields, rev, goesOn }: Pick<EditorState, 'fields' | 'rev' | 'goesOn'>,
  stored: Pick<Note, 'uuid'> | undefined,
  id: string,
  { draftId, saved, base }: Pick<EditorStart, 'draftId' | 'saved' | 'base'>,
): NewUnsent {
  return {
    words: stored ? `Changes to “${fields.title.trim()}”` : `New note “${fields.title.trim()}”`,
    about: stored?.uuid ?? id,
    part: 'note',
    replaces: 'note',
    goesOn,
    edit: stored ? paths.edit(stored.uuid) : `${paths.write}?draft=${id}`,
    // What a note of an earlier revision said is not known here, nor of one that was not there when the form began.
    ...(stored && base && rev === base.rev && { base: bodyOf(saved) }),
    typed: { fields, ...(rev === undefined ? {} : { rev }) } satisfies Draft,
    then: { method: 'DELETE', path: `/api/drafts/${draftId}` },
    call: stored
      ? { method: 'PATCH', path: `/api/notes/${stored.uuid}`, body: { rev: rev ?? 0, ...bodyOf(fields) } }
      : { method: 'POST', path: '/api/notes', body: bodyOf(fields), headers: { 'Idempotency-Key': id } },
  };
}

/**
 * What waits of a note to be sent, as the form goes on with it: what the server refused first, as everything else of the
 * note waits for that, or else what was saved last.
 */
export function typedUnsent(about: string, waiting: readonly Unsent[]): Draft | undefined {
  const ofNote = waiting.filter((one) => one.about === about && one.typed);
  const found = ofNote.find(({ refused }) => refused !== undefined) ?? ofNote.at(-1);
  return found && { ...(found.typed as Draft), goesOn: found.id };
}
