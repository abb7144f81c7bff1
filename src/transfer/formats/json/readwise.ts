import * as z from 'zod';
import { address } from './written-values.ts';
import { isEmptyDate, parseDate, importedFrom } from '../field-values.ts';
import { paragraphs, blockQuote, fromPlain } from '../../model/as-markdown.ts';
import { addHighlights, highlightTimes } from '../documents/exported-highlights.ts';
import { Id, DateValue, Tags, Text } from './fields.ts';
import { jsonReader } from './json.ts';

const Highlight = z.looseObject({
  text: Text,
  note: Text,
  highlighted_at: DateValue,
  created_at: DateValue,
  updated_at: DateValue,
  tags: Tags,
});

const Book = z.looseObject({
  user_book_id: Id.optional(),
  title: Text,
  readable_title: Text,
  source_url: Text,
  summary: Text,
  document_note: Text,
  book_tags: Tags,
  highlights: z.array(Highlight),
});

/** The answer of Readwise's API: books, articles and other documents with their highlights. */
export const readwiseJson = jsonReader({
  name: 'Readwise (JSON)',
  list: 'results',
  known: ['user_book_id', 'title', 'highlights'],
  item: Book,
  read: ({ user_book_id: id, title, readable_title, source_url, summary, document_note, book_tags, ...rest }) => {
    const { highlights, ...more } = rest;
    const times = highlights.flatMap(({ highlighted_at: at }) => parseDate(at) ?? []).toSorted();
    const url = address(source_url);
    const item = {
      title: readable_title || title,
      url,
      body: paragraphs(fromPlain(document_note), blockQuote(fromPlain(summary))),
      tags: book_tags,
      at: times[0],
      changedAt: times.at(-1),
      source: id && `readwise:book-${id}`,
      imported: importedFrom(
        { ...more, ...(url ? {} : { source_url }), ...(readable_title && readable_title !== title ? { title } : {}) },
        [],
      ),
    };
    const passages = highlights.map(({ text, note, highlighted_at, created_at, updated_at, tags, ...others }) => {
      const { unread, ...times } = highlightTimes(parseDate(highlighted_at) ? highlighted_at : created_at, updated_at);
      const odd = parseDate(highlighted_at) || isEmptyDate(highlighted_at) ? {} : { highlighted_at };
      return { quote: text, comment: note, tags, ...times, more: { ...others, ...odd, ...unread } };
    });
    return addHighlights(item, passages);
  },
});
