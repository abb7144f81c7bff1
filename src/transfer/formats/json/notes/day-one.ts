import * as z from 'zod';
import { attachmentsLeftOut, importedFrom } from '../../field-values.ts';
import { firstLine, paragraphs, fromMarkdown, type Markdown, headingWords } from '../../../model/as-markdown.ts';
import type { ParsedItem } from '../../file.ts';
import { Flag, DateValue, Tags, Text } from '../fields.ts';
import { jsonReader } from '../json.ts';

const File = z.looseObject({ md5: Text, identifier: Text, type: Text, format: Text });
const Files = z.array(File).nullish();

const Entry = z.looseObject({
  ...{ uuid: z.string(), creationDate: DateValue, modifiedDate: DateValue, text: Text, richText: Text },
  ...{ tags: Tags, starred: Flag, photos: Files, videos: Files, audios: Files, pdfAttachments: Files },
});

/** The folder and default extension of each kind of file in an export. */
const kinds = {
  photos: ['photos', 'jpeg'],
  videos: ['videos', 'mov'],
  audios: ['audios', 'm4a'],
  pdfAttachments: ['pdfs', 'pdf'],
} as const;

/** The files of an entry by their identifiers, by which the text refers to them. */
function filesOf(entry: z.infer<typeof Entry>): Map<string, string> {
  const named = Object.entries(kinds).flatMap(([kind, [folder, ending]]) =>
    (entry[kind as keyof typeof kinds] ?? []).map(({ md5, identifier, type, format }) => {
      const file = `${folder}/${md5 || identifier}.${type || format || ending}`;
      return [identifier || file, file] as const;
    }),
  );
  return new Map(named);
}

const moments = /!\[[^[\]]*\]\(dayone-moment:([^()]*)\)/g;
/** Between two moments: the emphasis around their names would merge. */
const neighbours = /(?<=\(dayone-moment:[^()]{0,300}\))(?=!\[)/g;
const momentsFirst = /^(?:\s*!\[[^[\]]*\]\(dayone-moment:[^()]*\))*/;

/** The title is the first line of words; moments above it come first in the body. */
function titleAndBody(text: string, files: ReadonlyMap<string, string>): { title: string; body: Markdown } {
  const [above = ''] = momentsFirst.exec(text) ?? [];
  const { title, body } = firstLine(text.slice(above.length));
  const named = (part: string) =>
    fromMarkdown(
      part.replace(neighbours, ' ').replace(moments, (_, way: string) => {
        const id = way.split('/').at(-1) ?? way;
        return `*${files.get(id) ?? id}*`;
      }),
    );
  const inTitle = title.match(moments) ?? [];
  return {
    title: headingWords(title.replace(moments, '')).trim(),
    body: paragraphs(named(above), named(inTitle.join('')), named(body)),
  };
}

/** A journal. Its texts are Markdown with a special scheme for pictures and other files, which are replaced by their names. */
export const dayOneJson = jsonReader({
  name: 'Day One (JSON)',
  list: 'entries',
  known: ['uuid', 'creationDate', 'modifiedDate', 'timeZone'],
  item: Entry,
  read: (entry): ParsedItem => {
    const { uuid, creationDate: at, modifiedDate: changedAt, text, richText, tags, starred, ...more } = entry;
    const files = filesOf(entry);
    const { title, body } = titleAndBody(text, files);
    return {
      ...{
        title: title || ['Journal', typeof at === 'string' ? at.slice(0, 10) : ''].filter(Boolean).join(', '),
        body,
        tags,
        at,
        changedAt,
      },
      favourite: starred || undefined,
      source: `dayone:${uuid}`,
      // Usually repeats the text, with formatting.
      imported: importedFrom({ ...more, ...(text === '' && { richText }) }, []),
      aside: files.size > 0 ? attachmentsLeftOut([...files.values()]) : undefined,
    };
  },
});
