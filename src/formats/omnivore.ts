import { z } from 'zod';
import type { JsonFormat } from './json.ts';
import { moment } from './when.ts';
import { quotation } from './words.ts';

const Page = z.looseObject({
  id: z.string(),
  slug: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  url: z.string(),
  state: z.string(),
  labels: z.array(z.string()).nullish(),
  savedAt: z.unknown().optional(),
});

/** One of the files `metadata_0_to_20.json` of an Omnivore archive. */
export const omnivoreJson: JsonFormat<z.infer<typeof Page>> = {
  name: 'Omnivore',
  list: '',
  known: ['id', 'slug', 'title', 'url', 'state'],
  item: Page,
  read: ({ id, title, description, url, state, labels, savedAt }) => ({
    title: title ?? '',
    url,
    body: description ? quotation(description) : '',
    tags: labels ?? [],
    at: moment(savedAt),
    source: `omnivore:${id}`,
    state: /archive/i.test(state) ? 'archived' : 'toread',
  }),
};
