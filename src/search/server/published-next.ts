import type { RelatedNote } from '../../notes/model/related.ts';
import type { SearchIndex } from '../model/index.ts';
import { idOf } from '../model/note.ts';
import { publishedIndex } from './published-index.ts';

/** A page does not wait longer to say what to read next. */
const timeoutMs = 1_000;

/**
 * What to read after a note as the published build knows it, from the site's own files: pages that no build made say the
 * same as those that one did. Nothing for a note that no build has seen, and where the files do not come in time.
 */
export async function publishedNext(origin: string, uuid: string): Promise<RelatedNote[]> {
  const late = Promise.withResolvers<RelatedNote[]>();
  const timer = setTimeout(() => late.resolve([]), timeoutMs);
  try {
    return await Promise.race([publishedIndex(origin).then((index) => nextIn(index, uuid)), late.promise]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/** What an index says to read after a note, as its page shows it. */
export async function nextIn(index: SearchIndex, uuid: string): Promise<RelatedNote[]> {
  const one = async (wanted: string) => (await index.read([idOf(wanted)])).find((note) => note.uuid === wanted);
  const { next = [] } = (await one(uuid)) ?? {};
  const found = await Promise.all(next.map(async ([other, why]) => ({ note: await one(other), why })));
  return found.flatMap(({ note, why }) => {
    if (!note) return [];
    const { title, author: name, handle, minutes, path } = note;
    const slug = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    return [{ note: { uuid: note.uuid, slug, title }, author: { handle, name }, minutes, why }];
  });
}
