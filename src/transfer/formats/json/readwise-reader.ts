import * as z from 'zod';
import { fromPlain, paragraphs, blockQuote } from '../../model/as-markdown.ts';
import { highlightTimes, addHighlights } from '../documents/exported-highlights.ts';
import { importedFrom } from '../field-values.ts';
import { itemEntry, groupParts, type ReadEntry, type Part } from '../file.ts';
import { DateValue, Tags, Text } from './fields.ts';
import { entriesOf, jsonFile, SkippedLists, listConfidence } from './json.ts';
import { parsedAs } from './parsed.ts';
import { address } from './written-values.ts';

/** A highlight is a document too, with the document that it is from as its parent. */
const Document = z.looseObject({
  ...{ id: z.string(), parent_id: Text, category: Text, url: Text, source_url: Text, title: Text, content: Text },
  ...{ notes: Text, summary: Text, location: Text, tags: Tags, reading_progress: z.number().nullish() },
  ...{ saved_at: DateValue, created_at: DateValue, updated_at: DateValue },
});
type Document = z.infer<typeof Document> & { odd?: object | undefined };

const fields = ['source_url', 'category', 'location', 'parent_id', 'reading_progress'];
/** The API returns a page at a time; programs combine the documents of all pages into one list. */
const lists = ['results', ''];

/** The library of Readwise Reader, as its API returns it. */
export const readerJson = jsonFile(
  'Readwise Reader (JSON)',
  (json) => Math.max(...lists.map((list) => listConfidence(fields, list, json))),
  (values) => {
    const parts = async function* (): AsyncGenerator<Part<Document>> {
      const left = new SkippedLists();
      for await (const one of values) {
        const isListed = lists.includes(one.list);
        const { data, odd } = (isListed ? parsedAs(Document, one.value) : undefined) ?? {};
        const place = `item ${one.at}`;
        if (data) yield { key: data.parent_id || data.id, place, value: { ...data, odd } };
        else if (isListed) yield* entriesOf(place, one.value, { item: Document, read: () => undefined });
        else left.add(one);
      }
      yield* left.report();
    };
    return groupParts(parts(), documentsOf);
  },
);

/** A document with its highlights. If the document is not in the file, each highlight becomes an item. */
function* documentsOf(all: readonly Document[], place: string): Generator<ReadEntry> {
  const page = all.find(({ parent_id: parent }) => parent === '');
  const passages = all.filter((one) => one !== page);
  if (page) yield itemEntry(place, addHighlights(documentItem(page), passages.map(passageOf)));
  else
    for (const one of passages) yield itemEntry(place, documentItem({ ...one, summary: one.content, source_url: '' }));
}

function documentItem(page: Document) {
  const { id, category, url, source_url, title, notes, summary, location, tags, saved_at, created_at, ...rest } = page;
  const { updated_at, reading_progress: progress, parent_id, content: _content, ...more } = rest;
  const own = address(source_url);
  const isStarted = Boolean(progress) && Number(progress) < 1;
  const isKept = /^(new|later|shortlist)$/.test(location);
  return {
    title,
    url: own,
    body: paragraphs(fromPlain(notes), blockQuote(fromPlain(summary))),
    tags,
    at: saved_at ?? created_at,
    changedAt: updated_at,
    source: `readwise:${id}`.slice(0, 300),
    state: location === 'archive' ? 'archived' : isKept ? (isStarted ? 'reading' : 'toread') : undefined,
    imported: importedFrom(
      { ...more, category, location, url, reading_progress: progress, parent_id, ...(own ? {} : { source_url }) },
      [],
    ),
  } as const;
}

function passageOf({ content, notes, created_at, updated_at, tags, ...more }: Document) {
  const { unread, ...times } = highlightTimes(created_at, updated_at);
  const { id: _id, parent_id: _parent, saved_at: _saved, url: _url, source_url: _source, ...rest } = more;
  return { quote: content, comment: notes, tags, ...times, more: { ...rest, ...unread } };
}
