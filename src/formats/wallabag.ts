import { z } from 'zod';
import { sureOf } from './format.ts';
import type { JsonFormat } from './json.ts';
import { moment } from './when.ts';
import { listedTags, paragraphs, quotation } from './words.ts';

const Flag = z.union([z.boolean(), z.number(), z.string()]).transform((flag) => flag === true || String(flag) === '1');
const Tags = z
  .union([z.string(), z.array(z.union([z.string(), z.looseObject({ label: z.string() })]))])
  .nullish()
  .transform((tags) =>
    typeof tags === 'string'
      ? listedTags(tags)
      : (tags ?? []).map((tag) => (typeof tag === 'string' ? tag : tag.label)),
  );
const Annotation = z.looseObject({ quote: z.string().default(''), text: z.string().nullish() });

/** Version 1 says `is_read` and `is_fav`, version 2 `is_archived` and `is_starred`. */
const Entry = z
  .looseObject({
    id: z.union([z.string(), z.number()]).nullish(),
    title: z.string().nullish(),
    url: z.string(),
    tags: Tags,
    is_read: Flag.optional(),
    is_archived: Flag.optional(),
    is_fav: Flag.optional(),
    is_starred: Flag.optional(),
    created_at: z.unknown().optional(),
    annotations: z.array(Annotation).nullish(),
  })
  .refine((entry) => entry.is_read !== undefined || entry.is_archived !== undefined);

/** The article's own text stays behind: it is somebody else's, and the link leads to it. */
export const wallabagJson: JsonFormat<z.infer<typeof Entry>> = {
  name: 'wallabag (JSON)',
  list: '',
  known: (json) => {
    const names = json.items.get('');
    return Math.max(sureOf(['is_archived', 'url'], names), sureOf(['is_read', 'url'], names));
  },
  item: Entry,
  read: (entry) => ({
    title: entry.title ?? '',
    url: entry.url,
    body: paragraphs(
      ...(entry.annotations ?? []).map(({ quote, text }) => paragraphs(quote && quotation(quote), text ?? '')),
    ),
    tags: [...entry.tags, ...(entry.is_fav || entry.is_starred ? ['favorite'] : [])],
    at: moment(entry.created_at),
    source: entry.id == null ? undefined : `wallabag:${entry.id}`,
    state: entry.is_read || entry.is_archived ? 'archived' : 'toread',
  }),
};
