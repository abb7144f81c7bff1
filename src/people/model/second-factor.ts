import { z } from 'zod';
import type { SessionUser } from './user.ts';

/** How many recovery codes a person has after making them; each signs in once. */
export const recoveryCodeCount = 10;

/** Six digits from an authenticator app, or a recovery code of sixteen letters and digits, spaces and dashes left out. */
const Code = z
  .string()
  .max(64, 'That isn’t a code. Enter the six digits, or a recovery code.')
  .transform((code) => code.toUpperCase().replace(/[\s-]/g, ''))
  .pipe(
    z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, 'Enter the six digits from your authenticator app, or a recovery code.'),
  );

const Sealed = z.string().max(4096);

/** What is sent with the code to turn the second step on. */
export const ConfirmFactor = z.strictObject({ token: Sealed, code: Code });
export type ConfirmFactor = z.infer<typeof ConfirmFactor>;

/** What is sent to sign in after the password was right. */
export const FactorSignIn = z.strictObject({ token: Sealed, code: Code });
export type FactorSignIn = z.infer<typeof FactorSignIn>;

/** Whether a person has the second step, since when, and how many recovery codes are left. */
export const Factor = z.object({ since: z.iso.datetime().nullable(), codesLeft: z.int().nonnegative() });
export type Factor = z.infer<typeof Factor>;

/**
 * What an authenticator app needs; `token` goes back with its first code. `qr` is the QR code: its size in modules, and
 * the dark ones as a path.
 */
export const NewFactor = z.object({
  secret: z.string(),
  address: z.string(),
  qr: z.object({ size: z.int().positive(), path: z.string() }),
  token: z.string(),
});
export type NewFactor = z.infer<typeof NewFactor>;

/** Recovery codes, which are shown once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/**
 * The password was right and the code is missing: no session yet. `token` goes back with the code within five minutes.
 */
export const FactorAsked = z.object({ factor: z.literal('totp'), token: z.string() });
export type FactorAsked = z.infer<typeof FactorAsked>;

/** What signing in by password answers: who is signed in, or that the second step is to follow. */
export type SignedInOrAsked = { user: SessionUser } | FactorAsked;
