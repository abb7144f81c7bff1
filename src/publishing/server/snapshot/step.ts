import type { Asking, CollectionRow, NoteRow } from './rows.ts';
import type { NoteCounts } from './sizes.ts';

/** What one step of a sync writes with. */
export type Step = {
  ask: Asking;
  stale: StalePages;
  counts: NoteCounts;
  /** Whether every note is still to be related to others and indexed, so that none has to be noted down for it. */
  fromNothing: boolean;
};

/** What a change makes stale. Asked before the change is written, so that it sees what was there. */
export interface StalePages {
  /** A note comes (no row before), changes, or goes (no row after). */
  noteChanges(before: NoteRow | undefined, after: NoteRow | undefined): void;
  /** What a note is called, links to, or who finds it changes: asked before and after. */
  namesChange(uuid: string): void;
  /** What readers see of a person changes. `handles`: the one that they had and the one that they have. */
  personChanges(authorId: string, handles: string[]): void;
  /** A collection comes, changes or goes: asked with its row before, and with the one after. */
  collectionChanges(row: CollectionRow): void;
  /** A person’s comments change. */
  commentsChange(authorId: string): void;
}

/** For a build that makes every file anyway. */
export const nothingStale: StalePages = {
  noteChanges: () => undefined,
  namesChange: () => undefined,
  personChanges: () => undefined,
  collectionChanges: () => undefined,
  commentsChange: () => undefined,
};
