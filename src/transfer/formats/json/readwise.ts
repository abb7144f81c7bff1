import { z } from 'zod';
import { address } from './written-values.ts';
import { isNoMoment, moment, importedFrom } from '../field-values.ts';
import { paragraphs, quotation, fromPlain } from '../../model/as-markdown.ts';
import { marked, whenMarked } from '../documents/marked.ts';
import { Id, Moment, Tags, Text } from './fields.ts';
import { jsonReader } from './json.ts';

const Highlight = z.looseObject({
  text: Text,
  note: Text,
  highlighted_at: Moment,
  created_at: Moment,
  updated_at: Moment,
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
    const times = highlights.flatMap(({ highlighted_at: at }) => moment(at) ?? []).toSorted();
    const url = address(source_url);
    const item = {
      title: readable_title || title,
      url,
      body: paragraphs(fromPlain(document_note), quotation(fromPlain(summary))),
      tags: [...new Set([book_tags, ...highlights.map(({ tags }) => tags)].flat())],
      at: times[0],
      changedAt: times.at(-1),
      source: id && `readwise:book-${id}`,
      imported: importedFrom(
        { ...more, ...(url ? {} : { source_url }), ...(readable_title && readable_title !== title ? { title } : {}) },
        [],
      ),
    };
    const passages = highlights.map(({ text, note, highlighted_at, created_at, updated_at, tags: _tags, ...told }) => {
      const { unread, ...times } = whenMarked(moment(highlighted_at) ? highlighted_at : created_at, updated_at);
      const odd = moment(highlighted_at) || isNoMoment(highlighted_at) ? {} : { highlighted_at };
      return { quote: text, comment: note, ...times, more: { ...told, ...odd, ...unread } };
    });
    return marked(item, passages);
  },
});
