import { v7 as uuidv7 } from 'uuid';
import { importedScheme } from '../../model/import-item.ts';
import type { ImportLine } from '../../model/import.ts';
import { paths } from '../../../platform/model/paths.ts';
import type { PlannedLine } from './import-plan.ts';
import { findImported } from '../store/import-findings.ts';
import type { WrittenPart } from '../store/import-parts.ts';
import { readNotes } from '../../../notes/server/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

/** How many notes may be linked with one part of an import. */
const max = 2000;

/** After the file's name may come a heading in it. */
const link = new RegExp(`\\]\\(${importedScheme}([^()\\s<>#]{1,2000})(#[^()\\s<>]{1,2000})?\\)`, 'g');
const idOf = (ref: string) => `file:${ref}`;

/**
 * The entries of a part with links to notes of the same import, also to notes that are still to come: a note that is named
 * before it is there gets its id then. `known`: the ids that were given, and those of the notes that the part made, which
 * the import's lines tell.
 */
export async function linkedEntries(
  redis: Redis,
  userId: string,
  entries: readonly PlannedLine[],
): Promise<{ entries: PlannedLine[]; known: (lines: readonly ImportLine[]) => WrittenPart['known'] }> {
  const refs = entries.map((entry) => ('says' in entry ? entry.ref : undefined));
  const named = entries.flatMap((entry, at) => (refs[at] === undefined ? [] : refsIn(bodyOf(entry))));
  const wanted = [...new Set([...refs.filter((ref) => ref !== undefined), ...named])].slice(0, max);
  if (wanted.length === 0) return { entries: [...entries], known: () => [] };
  const { byId } = await findImported(redis, userId, { digests: [], ids: wanted.map(idOf) });
  const uuids = [...new Set(byId.values())];
  const stored = new Map((await readNotes(redis, uuids)).map((note, at) => [uuids[at] ?? '', note]));
  const now = new Map(
    wanted.map((ref) => {
      const uuid = byId.get(idOf(ref));
      const note = uuid === undefined ? undefined : stored.get(uuid);
      const isThere = note !== undefined && 'visibility' in note && note.authorId === userId;
      return [ref, { uuid: uuid !== undefined && (isThere || !note) ? uuid : uuidv7(), isThere }];
    }),
  );
  const linked = entries.map((entry, at): PlannedLine => {
    const ref = refs[at];
    if (ref === undefined || !('says' in entry) || !entry.note) return entry;
    const own = now.get(ref);
    const body = entry.note.body.replace(link, (whole, written: string, part = '') => {
      const uuid = now.get(decoded(written))?.uuid;
      return uuid === undefined ? whole : `](${paths.item(uuid)}${part})`;
    });
    // What an earlier import read from that file is a note of its own.
    const uuid = own && !own.isThere ? own.uuid : entry.note.uuid;
    return { ...entry, note: { ...entry.note, uuid, body } };
  });
  const known = (lines: readonly ImportLine[]) => {
    const after = new Map([...now].map(([ref, { uuid }]) => [ref, uuid]));
    for (const [at, line] of lines.entries()) {
      const ref = refs[at];
      if (ref !== undefined && line.uuid !== undefined) after.set(ref, line.uuid);
    }
    return [...after].map(([ref, uuid]) => ({ id: idOf(ref), before: byId.get(idOf(ref)) ?? '', uuid }));
  };
  return { entries: linked, known };
}

function bodyOf(entry: PlannedLine): string {
  return 'says' in entry ? (entry.note?.body ?? '') : '';
}

function refsIn(body: string): string[] {
  return [...body.matchAll(link)].map(([, written = '']) => decoded(written));
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
