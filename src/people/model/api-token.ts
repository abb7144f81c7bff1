import { z } from 'zod';
import { nameText } from '../../platform/model/name.ts';

/**
 * What a program may do with a token: read what is the person's own, or write as well; or nothing but bring files in, or
 * take all along. Never their account.
 */
export const TokenScope = z.enum(['read', 'write', 'import', 'export'], {
  error: 'Choose read, write, import or export.',
});
export type TokenScope = z.infer<typeof TokenScope>;

/** Whether a token of one scope may do what needs another. */
export function allows(has: TokenScope, needed: TokenScope): boolean {
  return has === needed || (has === 'write' && needed === 'read');
}

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
