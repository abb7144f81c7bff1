import { forEachDetail } from '../../../notes/model/details.ts';
import * as z from 'zod';
import { PictureName } from '../../../pictures/model/picture.ts';
import { Copy } from '../../../capture/model/capture.ts';
import { Highlight, HighlightedCopy } from '../../../library/model/highlight.ts';
import { limits } from '../../../platform/model/limits.ts';
import { OwnNote } from '../../../notes/model/note.ts';
import type { JsonFormat } from './json.ts';
import { ImportChoice } from '../../model/import-item.ts';
import type { ReadEntry } from '../file.ts';
import { highlightEntry } from '../field-values.ts';
import type { JsonValue } from './json-values.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import { fromMarkdown } from '../../model/as-markdown.ts';

type Choice = z.input<typeof ImportChoice>;

const Dated = z.object({ id: z.string(), at: z.string() });
const dated = (kind: 'vote' | 'follow' | 'mute' | 'wish') => Dated.transform((one): Choice => ({ kind, ...one }));

/** The other lists in our own export, by name. */
const lists: Readonly<Partial<Record<string, z.ZodType<Choice>>>> = {
  votes: dated('vote'),
  follows: dated('follow'),
  mutes: dated('mute'),
  wishes: dated('wish'),
  readingList: Dated.extend({
    state: z.enum(['toread', 'reading', 'archived']).nullable().default('toread'),
    progress: z.number().default(0),
    favourite: z.boolean().default(false),
    changedAt: z.string().optional(),
  }).transform((one): Choice => ({ kind: 'reading', ...one, changedAt: one.changedAt ?? one.at })),
  searches: z
    .object({ query: z.string(), createdAt: z.string() })
    .transform(({ query, createdAt }): Choice => ({ kind: 'search', query, at: createdAt })),
  collections: z
    .looseObject({ createdAt: z.string().optional(), notes: z.array(z.string()).nullable() })
    .transform(
      ({ createdAt: at, notes, ...one }) => ({ at, from: 0, notes: notes ?? [], ...one, kind: 'collection' }) as Choice,
    ),
  comments: z
    .object({ id: z.string(), body: z.string() })
    .transform(({ id, body }): Choice => ({ kind: 'comment', id, title: cutTo(body.trim(), 80) })),
};

const names: Readonly<Record<string, string>> = { readingList: 'reading list' };

/** An entry of such a list as an entry of the import; undefined for any other list. */
function ownChoice({ list, at, value }: JsonValue): ReadEntry[] | undefined {
  const form = lists[list];
  if (!form) return undefined;
  const place = `${names[list] ?? list}, item ${at}`;
  const choice = form.pipe(ImportChoice).safeParse(value);
  return [choice.success ? { place, choice: choice.data } : { place, why: 'This item isn’t in a format we know.' }];
}

const Marked = HighlightedCopy.extend({ highlights: z.array(z.record(z.string(), z.unknown())) });

/** The highlights of one page, as the download of an account's data lists them after the notes. */
function ownHighlights({ at, value }: JsonValue): ReadEntry[] {
  const place = `highlights, item ${at}`;
  const { success, data } = Marked.safeParse(value);
  if (!success) return [{ place, why: 'This item isn’t in a format we know.' }];
  const { uuid: note, title, link, createdAt: saved, highlights } = data;
  return highlights.map((one) => highlightEntry(place, { ...one, title, link, note, saved }));
}

const Exported = OwnNote.omit({
  authorId: true,
  slug: true,
  kind: true,
  hidden: true,
  locked: true,
  pictures: true,
}).extend({
  copy: z.unknown().optional(),
  highlights: z.unknown().optional(),
  files: z.record(PictureName, z.base64()).optional().catch(undefined),
  formerTitles: z.array(z.string()).optional(),
});
type Files = z.infer<typeof Exported>['files'];
const Highlights = z.array(Highlight).max(limits.highlight.perCopy);

/** Our own export: every note is restored as it was, under its own id, with its copy and highlights. */
export const ownJson: JsonFormat<z.infer<typeof Exported>> = {
  name: 'Commonplace (JSON)',
  list: 'notes',
  known: ({ names }) => (names.has('commonplace') || names.has('downloadedAt') ? 1 : 0),
  others: (value, count) => (value.list === 'highlights' && count > 0 ? ownHighlights(value) : ownChoice(value)),
  item: Exported,
  read: ({
    uuid,
    rev,
    url,
    title,
    body,
    tags,
    visibility,
    createdAt,
    updatedAt,
    publishedAt,
    noModel,
    imported,
    formerTitles,
    ...kept
  }) => ({
    title,
    url: url ?? undefined,
    body: fromMarkdown(body),
    tags,
    at: createdAt,
    source: `commonplace:${uuid}`,
    shared: visibility === 'public',
    own: {
      ...{ uuid, rev, visibility, updatedAt, publishedAt, noModel, imported, formerTitles },
      ...forEachDetail((name) => kept[name]),
    },
    ...keptOf(kept),
  }),
};

/** The copy, highlights and files of a note. Damaged ones are left out with a remark, so that the note is still imported. */
function keptOf({ copy, highlights, files }: { copy?: unknown; highlights?: unknown; files?: Files }) {
  const [page, passages] = [Copy.safeParse(copy), Highlights.safeParse(highlights ?? [])];
  const remarks = [
    ...(copy === undefined || page.success
      ? []
      : ['The copy of its page is damaged in this file, so it was left out.']),
    ...(passages.success ? [] : ['Its highlights are damaged in this file, so they were left out.']),
  ];
  return {
    ...(files ? { files } : {}),
    ...(page.success ? { copy: page.data } : {}),
    ...(passages.success && highlights !== undefined ? { highlights: passages.data } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
  };
}

/** The item of an exported note whose copy has its HTML in a separate file. Undefined if it is not a note. */
export function ownItem(note: unknown, html: string) {
  const parsed = Exported.safeParse(note).data;
  if (!parsed) return undefined;
  return ownJson.read({ ...parsed, copy: { ...(parsed.copy as object | undefined), html } });
}
