import { hash } from 'node:crypto';

/** A file as it was last written there: `digest` is Git's of its text. */
export type WrittenFile = { name: string; digest: string };

/**
 * A place where files of ours lie beside those of its owner. What was changed there since we wrote it is theirs and left
 * alone: the answer is false. Throws `ExportFailure` where it cannot go on.
 */
export interface ExportTarget {
  /** After so many files `save` is called. */
  batch: number;
  put(name: string, text: string, before: WrittenFile | undefined): Promise<boolean>;
  remove(before: WrittenFile): Promise<boolean>;
  /** Makes what was put and removed last; until then it may be lost. */
  save(): Promise<void>;
  close(): Promise<void>;
}

/** Why nothing can be brought to a place, and what its owner can do. */
export class ExportFailure extends Error {
  override name = 'ExportFailure';
}

/** The digest by which Git names a text. */
export function digestOf(text: string): string {
  const bytes = Buffer.from(text);
  return hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}
