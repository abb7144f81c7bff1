import { isPublic } from '../../notes/model/note-access.ts';
import type { PublishedNote } from './published-note.ts';

type Listed = Pick<PublishedNote, 'note'>;

/** Public notes only, newest first; notes of one instant are ordered by uuid so that every build agrees. */
export function newestPublic<T extends Listed>(notes: readonly T[]): T[] {
  return notes.filter(({ note }) => isPublic(note)).sort((a, b) => later(a, b));
}

function later(a: Listed, b: Listed): number {
  const [timeA, timeB] = [a.note.publishedAt ?? '', b.note.publishedAt ?? ''];
  if (timeA !== timeB) return timeA < timeB ? 1 : -1;
  return a.note.uuid < b.note.uuid ? 1 : -1;
}

export type Page<T> = { items: T[]; number: number; count: number };

/** Items cut into pages, numbered from 1. No items still make one empty page, so that page 1 always exists. */
export function pagesOf<T>(items: readonly T[], size: number): Page<T>[] {
  const count = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: count }, (_, index) => ({
    items: items.slice(index * size, (index + 1) * size),
    number: index + 1,
    count,
  }));
}

/** Items by key, in the order in which keys first appear. */
export function groupedBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}

/** The keys of the largest groups with their sizes, largest first, then by name. */
export function largestGroups(
  groups: ReadonlyMap<string, readonly unknown[]>,
  count: number,
): { key: string; size: number }[] {
  return [...groups]
    .map(([key, items]) => ({ key, size: items.length }))
    .sort((a, b) => b.size - a.size || a.key.localeCompare(b.key))
    .slice(0, count);
}
