import * as z from 'zod';
import { importedFrom } from '../../field-values.ts';
import { firstLine, fromMarkdown, fromPlain, headingWords } from '../../../model/as-markdown.ts';
import type { ParsedItem } from '../../file.ts';
import { Flag, Id, DateValue, Tags, Text } from '../fields.ts';
import { jsonReader } from '../json.ts';
import { titleOfRefused } from '../items-within.ts';
import { cutTo } from '../../../../platform/model/text/plain-text.ts';

const Note = z.looseObject({
  id: Id,
  content: Text,
  creationDate: DateValue,
  lastModified: DateValue,
  tags: Tags,
  markdown: Flag,
});

/** The first line is the title of a note. A flag says whether it is Markdown. */
export const simplenoteJson = jsonReader({
  name: 'Simplenote (JSON)',
  list: 'activeNotes',
  known: ['id', 'content', 'creationDate', 'lastModified'],
  item: Note,
  read: ({ id, content, creationDate: at, lastModified: changedAt, tags, markdown, ...more }): ParsedItem => {
    const { title, body } = firstLine(content);
    return {
      title: markdown ? headingWords(title) : title,
      body: (markdown ? fromMarkdown : fromPlain)(body),
      ...{ tags, at, changedAt },
      source: `simplenote:${id}`.slice(0, 300),
      imported: importedFrom(more, []),
    };
  },
  others: ({ list, at, value }) => {
    if (list !== 'trashedNotes') return undefined;
    const { content } = Note.safeParse(value).data ?? {};
    const name = content === undefined ? titleOfRefused(value) : { title: cutTo(firstLine(content).title, 300) };
    return [{ place: `${list}, item ${at}`, ...name, why: 'It’s in the trash of Simplenote.' }];
  },
});
