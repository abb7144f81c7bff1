import { z } from 'zod';
import { HighlightedCopy } from '../../../library/model/highlight.ts';
import { ImportChoice } from '../../model/import-item.ts';
import type { Found } from '../file.ts';
import { foundHighlight } from '../found-highlight.ts';
import type { JsonValue } from './json-values.ts';

type Choice = z.input<typeof ImportChoice>;

const Dated = z.object({ id: z.string(), at: z.string() });
const dated = (kind: 'vote' | 'follow' | 'mute' | 'wish') => Dated.transform((one): Choice => ({ kind, ...one }));

/** What else of a person stands in our export, by the name of its list. */
const lists: Readonly<Partial<Record<string, z.ZodType<Choice>>>> = {
  votes: dated('vote'),
  follows: dated('follow'),
  mutes: dated('mute'),
  wishes: dated('wish'),
  readingList: Dated.extend({
    state: z.enum(['toread', 'reading', 'archived']).default('toread'),
    progress: z.number().default(0),
    favourite: z.boolean().default(false),
    changedAt: z.string().optional(),
  }).transform((one): Choice => ({ kind: 'reading', ...one, changedAt: one.changedAt ?? one.at })),
  searches: z
    .object({ query: z.string(), createdAt: z.string() })
    .transform(({ query, createdAt }): Choice => ({ kind: 'search', query, at: createdAt })),
  comments: z
    .object({ id: z.string(), body: z.string() })
    .transform(({ id, body }): Choice => ({ kind: 'comment', id, title: body.trim().slice(0, 80) })),
};

const names: Readonly<Record<string, string>> = { readingList: 'reading list' };

/** One thing of such a list as an entry of the import; none for a list that holds something else. */
export function ownChoice({ list, at, value }: JsonValue): Found[] {
  const form = lists[list];
  if (!form) return [];
  const place = `${names[list] ?? list}, item ${at}`;
  const choice = form.pipe(ImportChoice).safeParse(value);
  return [choice.success ? { place, choice: choice.data } : { place, why: 'This item has no form that we know.' }];
}

const Marked = HighlightedCopy.extend({ highlights: z.array(z.record(z.string(), z.unknown())) });

/** The highlights in one page, as the data of an account lists them behind the notes. */
export function ownHighlights({ list, at, value }: JsonValue): Found[] {
  if (list !== 'highlights') return [];
  const place = `highlights, item ${at}`;
  const { success, data } = Marked.safeParse(value);
  if (!success) return [{ place, why: 'This item has no form that we know.' }];
  const { uuid: note, title, link, createdAt: saved, highlights } = data;
  return highlights.map((one) => foundHighlight(place, { ...one, title, link, note, saved }));
}
