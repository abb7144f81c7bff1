import { z } from 'zod';

/** What can be reported and decided about. A note and a comment are named by uuid, a person by user id. */
export const SubjectKind = z.enum(['note', 'comment', 'person']);
export type SubjectKind = z.infer<typeof SubjectKind>;

export const SubjectId = z.string().regex(/^[\w-]{1,64}$/, 'Name what it is about by its id.');

export const Subject = z.strictObject({ kind: SubjectKind, id: SubjectId });
export type Subject = z.infer<typeof Subject>;

/** `note:{uuid}`, `comment:{id}` or `person:{user id}`. */
export function subjectName({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

/** The subject of such a name. Throws for anything else. */
export function subjectOf(name: string): Subject {
  const [kind, ...id] = name.split(':');
  return Subject.parse({ kind, id: id.join(':') });
}
