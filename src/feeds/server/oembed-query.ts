import { z } from 'zod';

const pixels = z.coerce.number('Give a whole number of pixels.').int('Give a whole number of pixels.').positive();

/** `GET /api/oembed`. Parameters that oEmbed has for other providers are no mistake. */
export const OembedQuery = z.object({
  url: z.string('Give the whole address of a note, as url.'),
  format: z.string().default('json'),
  maxwidth: pixels.optional(),
  maxheight: pixels.optional(),
});

/** The members that every answer has (oembed.com). */
export const OembedAnswer = z.looseObject({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  title: z.string(),
  html: z.string(),
  width: z.int(),
  height: z.int(),
});
