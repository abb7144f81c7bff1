import type { OwnDocument, OwnField } from '../../search/model/own/documents.ts';
import { passageWith } from '../../search/model/passage.ts';
import { wordsOf, type Word } from '../../search/model/words.ts';
import { withSearches, smartCollectionsOf } from '../../search/model/own/collection-searches.ts';
import { parseLibraryQuery, placesIn, typedFilter, type LibraryPlace } from '../../search/model/own/library-query.ts';
import { isKept, type Found, type LibraryItem, type LibraryQuery, type LibraryTexts } from './library.ts';

/** An item with its texts as a document of the index. */
export function documentOf(
  item: Pick<LibraryItem, 'note' | 'site' | 'copy'>,
  { text, copy, highlights, comments }: LibraryTexts,
): OwnDocument {
  const { note, site } = item;
  const author = [note.author?.name, note.author?.handle.replaceAll('_', ' '), item.copy?.author];
  return {
    ...{ id: note.uuid, title: note.title, tags: note.tags, site, text },
    author: author.filter(Boolean).join(' '),
    copy: item.copy ? `${item.copy.title}\n${copy}` : copy,
    highlights: highlights.map((one) => one.text).join('\n'),
    comments: comments.map((one) => one.text).join('\n'),
  };
}

const fieldOf = { copies: 'copy', highlights: 'highlights', comments: 'comments' } as const;

/** The words to search the index for, and the fields of the places that the query names. */
export interface IndexQuery {
  words: string;
  within: OwnField[];
}

/** A query with its other parameters and the searches of smart collections merged in, and what to search the index for. */
export function resolveQuery(
  { in: place, state, tag, collection, ...query }: LibraryQuery,
  collections: Parameters<typeof smartCollectionsOf>[0],
): LibraryQuery & IndexQuery {
  const given = { in: place, is: state, tag, collection };
  const typed = (['in', 'is', 'tag', 'collection'] as const).flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : typedFilter({ name, value, not: false });
  });
  const q = withSearches([query.q, ...typed].filter(Boolean).join(' '), smartCollectionsOf(collections));
  const { words, filters } = parseLibraryQuery(q);
  return { ...query, q, words: words.trim(), within: fieldsOf(placesIn(filters)) };
}

/** The words that a query searches for, also those of the smart collections that it names. */
export const wordsIn = (q: string, collections: Parameters<typeof smartCollectionsOf>[0]): string =>
  resolveQuery({ q, reverse: false, cursor: 0, count: 1 }, collections).words;

function fieldsOf(places: readonly LibraryPlace[]): OwnField[] {
  if (places.includes('library')) return [];
  return places.flatMap((place) => (place in fieldOf ? fieldOf[place as keyof typeof fieldOf] : []));
}

/**
 * Where an item matches: the place with most of the words; of equal ones the first of note, highlight, comment and copy.
 * `terms` are the words that matched. `texts` may leave out the copy, which is then the fallback.
 */
export function matchPlaceOf(
  item: Pick<LibraryItem, 'note' | 'site' | 'copy' | 'reading' | 'collections'>,
  texts: Omit<LibraryTexts, 'copy'> & { copy?: string },
  terms: ReadonlySet<string>,
  within: readonly OwnField[],
): Found {
  const { title, tags, author } = item.note;
  const parts: { found: Found; text: string; field: OwnField }[] = [
    ...texts.highlights.map(({ id, text }) => ({
      found: { in: 'highlight' as const, id },
      text,
      field: 'highlights' as const,
    })),
    ...texts.comments.map(({ id, text }) => ({
      found: { in: 'comment' as const, id },
      text,
      field: 'comments' as const,
    })),
    { found: { in: 'copy' }, text: texts.copy ?? '', field: 'copy' },
  ];
  const text = plainOf(texts.text);
  // A note by somebody else that the person only commented on is shown by the comment.
  if (within.length === 0 && isKept(item)) parts.unshift({ found: { in: 'note' }, text, field: 'text' });
  const asked = parts
    .filter(({ field }) => within.length === 0 || within.includes(field))
    .map((part) => ({ ...part, hits: wordsOf(part.text, { ends: true, among: terms }) }));
  const head = [title, ...tags, item.site, author?.name ?? '', item.copy?.author ?? ''].join(' ');
  const called = within.length === 0 ? differentIn(wordsOf(head, { ends: true, among: terms })) : 0;
  let best: (typeof asked)[number] | undefined;
  let max = 0;
  for (const part of asked) {
    const count = differentIn(part.hits);
    if (count > max) [best, max] = [part, count];
  }
  if (isKept(item) && called >= max && called > 0) best = asked.find((part) => part.found.in === 'note');
  best ??= asked.find(
    ({ found }) => found.in === (item.copy && isKept(item) ? 'copy' : isKept(item) ? 'note' : 'comment'),
  );
  const passage = best && passageWith(best.text, best.hits);
  return { ...(best?.found ?? { in: 'note' }), ...(passage !== undefined && { passage }) };
}

const differentIn = (hits: readonly Word[]) => new Set(hits.map(({ word }) => word)).size;

/** Markdown as plain text, roughly enough for one line. */
const plainOf = (markdown: string) =>
  markdown.replaceAll(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1').replaceAll(/[*_`#>~|]+/g, '');
