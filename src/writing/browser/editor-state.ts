import type { Note } from '../../notes/model/note.ts';
import type { Failure } from '../../platform/browser/api.ts';
import type { Begun, DraftStart, OtherDraft } from './drafts.ts';
import type { TagsRenamed } from './draft-sync.ts';
import { mergedTags } from '../../platform/model/tag.ts';
import { fieldsOf, sameFields, type NoteFields } from './note-fields.ts';

export type EditorStart = {
  draftKey: string;
  /** What is stored, or the blank of a new note. */
  saved: NoteFields;
  /** The stored note that is edited; none for a new one. */
  base?: Pick<Note, 'uuid' | 'rev'>;
  /** What the draft is called on the server: the note's uuid, or an id of its own for a new note. */
  draftId: string;
  /** What was typed before and not saved. It goes on from the revision that it changed. */
  start: Begun;
};

type Side = 'mine' | 'theirs';

/** Everything that is known of a note while it is written. */
export type EditorState = {
  readonly fields: NoteFields;
  /** The revision of the note that what is typed changes; none for a new note. */
  readonly rev: number | undefined;
  /** The saved change that waits to be sent and that what is typed was made from; null without one. */
  readonly goesOn: string | null;
  /** The version of the draft on the server that what is typed goes on from; 0 without one. */
  readonly version: number;
  /** Where what was typed last is kept. */
  readonly kept: 'nowhere' | 'device' | 'server';
  readonly stage: 'writing' | 'saving' | 'saved' | 'kept for later';
  /** The note as it was saved, and where its author reads it. */
  readonly stored: { readonly note: Note; readonly path: string } | undefined;
  /** Whether the form began with what an earlier visit had not saved. */
  readonly restored: boolean;
  /** Why the last save did not work. */
  readonly failure: Failure | undefined;
  /** The note as somebody else, or an earlier try, saved it meanwhile. */
  readonly conflict: Note | undefined;
  /** The note that an earlier save wrote although its answer got lost. */
  readonly written: Note | undefined;
  /** What another tab or device typed into the same draft. */
  readonly elsewhere: OtherDraft | undefined;
  /** Of two versions the one that does not go on, until it is brought back. */
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
  /** `isNew`: nobody had stored the note as far as this form knew. */
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

/** What comes of the state by one action. Nothing that was typed is dropped before it is stored, or set aside. */
export function edited(state: EditorState, action: EditorAction): EditorState {
  const { fields, rev, conflict, elsewhere, setAside } = state;
  switch (action.type) {
    case 'typed':
      // What is being saved stays as it was sent: what came after it would go with the page.
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

const withRenamed = (fields: NoteFields, renamed: TagsRenamed | undefined): NoteFields =>
  renamed ? { ...fields, tags: mergedTags(renamed.from, renamed.to, fields.tags) } : fields;
