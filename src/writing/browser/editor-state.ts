import type { Note } from '../../notes/model/note.ts';
import { isPublicOrUnlisted } from '../../notes/model/note-access.ts';
import type { Failure } from '../../platform/browser/api.ts';
import type { FormStart, DraftStart, OtherDraft } from './drafts.ts';
import type { TagsRenamed } from './draft-sync.ts';
import { mergedTags } from '../../platform/model/tag.ts';
import { fieldsOf, sameFields, type NoteFields } from './note-fields.ts';

export type EditorStart = {
  draftKey: string;
  /** The saved fields, or those of an empty new note. */
  saved: NoteFields;
  /** The stored note that is edited; undefined for a new one. */
  base?: Pick<Note, 'uuid' | 'rev'>;
  /** The id of the draft on the server: the note's uuid, or a separate id for a new note. */
  draftId: string;
  /** The unsaved draft of an earlier visit, with the revision that it changes. */
  start: FormStart;
};

type Side = 'mine' | 'theirs';

/** The state of the editor of one note. */
export type EditorState = {
  readonly fields: NoteFields;
  /** The revision of the note that the form changes; undefined for a new note. */
  readonly rev: number | undefined;
  /** The id of the unsent change in the outbox that the form is based on; null without one. */
  readonly goesOn: string | null;
  /** The version of the draft on the server that the form is based on; 0 without one. */
  readonly version: number;
  /** Where the latest text is stored. */
  readonly kept: 'nowhere' | 'device' | 'server';
  readonly stage: 'writing' | 'saving' | 'saved' | 'kept for later';
  /** The saved note, and its address for its author. */
  readonly stored: { readonly note: Note; readonly path: string } | undefined;
  /** Whether the form started with an unsaved draft. */
  readonly restored: boolean;
  /** Why the last save failed. */
  readonly failure: Failure | undefined;
  /** The note as it was saved meanwhile, by another page or by a save whose answer was lost. */
  readonly conflict: Note | undefined;
  /** The note that an earlier save created although its answer was lost. */
  readonly written: Note | undefined;
  /** A conflicting draft from another tab or device. */
  readonly elsewhere: OtherDraft | undefined;
  /** The version that was not chosen of two, until it is restored. */
  readonly setAside: { readonly fields: NoteFields; readonly whose: Side } | undefined;
};

export type EditorAction =
  | { type: 'typed'; part: Partial<NoteFields> }
  | { type: 'kept'; where: 'nowhere' | 'device' }
  | { type: 'synced'; version: number; renamed?: TagsRenamed | undefined }
  | { type: 'forgotten' }
  | { type: 'typed elsewhere'; draft: OtherDraft }
  | { type: 'chosen'; whose: Side }
  | { type: 'saving' }
  | { type: 'saved'; note: Note; path: string }
  | { type: 'kept for later' }
  | { type: 'refused'; failure: Failure }
  /** `isNew`: the form was creating a note, and did not know that it exists. */
  | { type: 'conflicting'; note: Note; isNew: boolean }
  | { type: 'mine kept' }
  | { type: 'theirs taken' }
  | { type: 'brought back' }
  | { type: 'discarded'; to: NoteFields; rev: number | undefined };

export function beginEditing({
  saved,
  base,
  start,
}: Pick<EditorStart, 'saved' | 'base'> & { start: DraftStart }): EditorState {
  const { draft } = start;
  const unsaved = draft && !sameFields(draft.fields, saved) ? draft : undefined;
  return {
    fields: unsaved?.fields ?? saved,
    rev: unsaved?.rev ?? base?.rev,
    goesOn: draft?.goesOn ?? null,
    version: start.version,
    kept: 'device',
    stage: 'writing',
    stored: undefined,
    restored: unsaved !== undefined,
    failure: undefined,
    conflict: undefined,
    written: undefined,
    elsewhere: start.other,
    setAside: undefined,
  };
}

/** The state after an action. Text is never dropped before it is saved, or kept in `setAside`. */
export function edited(state: EditorState, action: EditorAction): EditorState {
  const { fields, rev, conflict, elsewhere, setAside } = state;
  switch (action.type) {
    case 'typed':
      // Text typed while saving would be lost when the page is left, so the fields do not change.
      return state.stage === 'writing' ? { ...state, fields: { ...fields, ...action.part } } : state;
    case 'kept':
      return { ...state, kept: action.where };
    case 'synced':
      return { ...state, version: action.version, kept: 'server', fields: withRenamed(fields, action.renamed) };
    case 'forgotten':
      return { ...state, version: 0 };
    case 'typed elsewhere':
      return sameFields(fields, action.draft.fields)
        ? { ...state, version: action.draft.version, elsewhere: undefined }
        : { ...state, elsewhere: action.draft };
    case 'chosen': {
      if (!elsewhere) return state;
      const next = { ...state, version: elsewhere.version, elsewhere: undefined };
      return action.whose === 'mine'
        ? { ...next, setAside: { fields: elsewhere.fields, whose: 'theirs' } }
        : {
            ...next,
            fields: elsewhere.fields,
            rev: elsewhere.rev ?? rev,
            goesOn: elsewhere.goesOn ?? null,
            setAside: { fields, whose: 'mine' },
          };
    }
    case 'saving':
      return { ...state, stage: 'saving', failure: undefined };
    case 'saved':
      return { ...state, stage: 'saved', stored: { note: action.note, path: action.path } };
    case 'kept for later':
      return { ...state, stage: action.type };
    case 'refused':
      return { ...state, stage: 'writing', failure: action.failure };
    case 'conflicting':
      return {
        ...state,
        stage: 'writing',
        conflict: action.note,
        written: action.isNew ? action.note : state.written,
      };
    case 'mine kept':
      return conflict ? { ...state, rev: conflict.rev } : state;
    case 'theirs taken':
      if (!conflict) return state;
      return {
        ...state,
        fields: fieldsOf(conflict),
        rev: conflict.rev,
        goesOn: null,
        conflict: undefined,
        restored: false,
        setAside: { fields, whose: 'mine' },
      };
    case 'brought back':
      return setAside ? { ...state, fields: setAside.fields, setAside: undefined } : state;
    case 'discarded':
      return { ...state, fields: action.to, rev: action.rev, goesOn: null, restored: false };
  }
}

/**
 * Whether the editor says that the note was saved, with its link to pass on, instead of opening it: for a new note, and for
 * one that is for others from now on.
 */
export const endsHere = ({ base, saved }: Pick<EditorStart, 'base' | 'saved'>, note: Note): boolean =>
  !base || (isPublicOrUnlisted(note) && !isPublicOrUnlisted(saved));

const withRenamed = (fields: NoteFields, renamed: TagsRenamed | undefined): NoteFields =>
  renamed ? { ...fields, tags: mergedTags(renamed.from, renamed.to, fields.tags) } : fields;
