import * as z from 'zod';
import { forEachDetail } from './details.ts';
import { Note } from './note.ts';

/** The part of a note that its history keeps: everything its author writes or chooses. */
export const RevisionContent = Note.pick({
  title: true,
  body: true,
  url: true,
  tags: true,
  visibility: true,
  ...forEachDetail(() => true as const),
});
export type RevisionContent = z.infer<typeof RevisionContent>;

const revisionFields = RevisionContent.keyof().options;
export type RevisionField = (typeof revisionFields)[number];

/** A version of a note, earlier or current. `at`: when it was written, ISO 8601. */
export const Revision = RevisionContent.extend({ rev: z.int().positive(), at: z.iso.datetime() });
export type Revision = z.infer<typeof Revision>;

/** An earlier revision as stored: only the fields that the next one changed. */
export type EarlierRevision = { rev: number; at: string; was: Partial<RevisionContent> };

/** A line of a history. `changed`: what is different from the revision before it; empty for the oldest that is kept. */
export const RevisionLine = Revision.pick({ rev: true, at: true, title: true }).extend({
  changed: z.array(RevisionContent.keyof()),
});
export type RevisionLine = z.infer<typeof RevisionLine>;

/** The revisions of a note, newest first, including the current one, rebuilt from it and what each later one changed. */
export function revisionsOf(now: Note, earlier: readonly EarlierRevision[]): Revision[] {
  const revisions: Revision[] = [{ ...RevisionContent.parse(now), rev: now.rev, at: now.updatedAt }];
  for (const { rev, at, was } of earlier) {
    const [after] = revisions.slice(-1);
    if (after) revisions.push({ ...after, ...was, rev, at });
  }
  return revisions;
}

/** Which fields differ between two versions of a note. */
export function changedFields(one: RevisionContent, other: RevisionContent): RevisionField[] {
  return revisionFields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

/** Revisions as lines, newest first. */
export function linesOf(revisions: readonly Revision[]): RevisionLine[] {
  return revisions.map((revision, index) => {
    const before = revisions[index + 1];
    const { rev, at, title } = revision;
    return { rev, at, title, changed: before ? changedFields(revision, before) : [] };
  });
}
