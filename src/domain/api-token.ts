import { z } from 'zod';
import { nameText } from './name.ts';

/** What a program may do with a token: read what is the person's own, or write as well. Never their account. */
export const TokenScope = z.enum(['read', 'write']);
export type TokenScope = z.infer<typeof TokenScope>;

/** What a person sends to get a token. */
export const NewApiToken = z.strictObject({
  name: nameText({ max: 60, missing: 'Give the token a name.' }),
  scope: TokenScope.default('write'),
});
export type NewApiToken = z.infer<typeof NewApiToken>;

/** A token as its owner sees it. Its secret was shown once. */
export const OwnApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: TokenScope,
  createdAt: z.iso.datetime(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type OwnApiToken = z.infer<typeof OwnApiToken>;

export const maxApiTokens = 20;
