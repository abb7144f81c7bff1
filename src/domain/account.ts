import { z } from 'zod';
import { Email, NewPassword } from './user.ts';

/** The secret part of a mailed link. */
const Token = z.string().regex(/^[\w-]{43}$/, 'This link is not whole. Open it again from the mail.');

/** What a visitor sends who cannot sign in. */
export const ForgotPassword = z.strictObject({ email: Email });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

/** What a visitor sends with a mailed link to choose a new password. */
export const ResetPassword = z.strictObject({ token: Token, password: NewPassword });
export type ResetPassword = z.infer<typeof ResetPassword>;

/** What a visitor sends with a mailed link that proves, changes or restores an address. */
export const UseLink = z.strictObject({ token: Token });
export type UseLink = z.infer<typeof UseLink>;

/**
 * What a link about an address did. `restored` comes with the token for a new password, since somebody else may know
 * the one before.
 */
export const LinkUsed = z.discriminatedUnion('did', [
  z.object({ did: z.literal('verified'), email: z.string() }),
  z.object({ did: z.literal('changed'), email: z.string() }),
  z.object({ did: z.literal('restored'), email: z.string(), reset: z.string() }),
]);
export type LinkUsed = z.infer<typeof LinkUsed>;
