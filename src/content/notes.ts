import { getCollection } from 'astro:content';
import { newestPublic } from '../domain/collection.ts';
import type { PublishedNote } from '../domain/published-note.ts';

/** A published note and the digest of all that its page shows. */
export type NoteEntry = PublishedNote & { digest: string };

/** Every public and unlisted note, in no order. */
export async function publishedNotes(): Promise<NoteEntry[]> {
  const entries = await getCollection('notes');
  return entries.map((entry) => ({ ...entry.data, digest: String(entry.digest) }));
}

/** Every public note, newest first. */
export async function publicNotes(): Promise<NoteEntry[]> {
  return newestPublic(await publishedNotes());
}
