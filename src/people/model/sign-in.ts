import * as z from 'zod';
import { nameText } from '../../platform/model/name.ts';
import type { SessionUser } from './user.ts';

/**
 * A passkey as stored. `publicKey` is base64url; `counter` grows with each use, on devices that count. Times are ISO 8601.
 */
export const Passkey = z.object({
  id: z.string(),
  userId: z.string(),
  publicKey: z.string(),
  counter: z.int().nonnegative(),
  transports: z.array(z.string()),
  name: z.string(),
  /** Whether it is synced to the owner's other devices, so that losing one device loses nothing. */
  backedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** A passkey as its owner sees it. */
export const OwnPasskey = Passkey.pick({ id: true, name: true, backedUp: true, createdAt: true, lastUsedAt: true });
export type OwnPasskey = z.infer<typeof OwnPasskey>;

const Base64Url = z
  .string()
  .regex(/^[\w-]*$/, 'Send base64url.')
  .max(16_384);
const Credential = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
});

/** A browser's answer after creating a passkey (WebAuthn's RegistrationResponseJSON). */
const PasskeyMade = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});
type PasskeyMade = z.infer<typeof PasskeyMade>;

/** A browser's answer after using a passkey (WebAuthn's AuthenticationResponseJSON). */
export const PasskeyUsed = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
});
export type PasskeyUsed = z.infer<typeof PasskeyUsed>;

/** The options with which a browser creates or uses a passkey. */
export const PasskeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });

const PasskeyName = nameText({ max: 60, missing: 'Give it a name.' });

/** What a person sends to register the passkey that their browser created. */
export const NewPasskey = z.strictObject({ name: PasskeyName, made: PasskeyMade });
export type NewPasskey = z.infer<typeof NewPasskey>;

export const PasskeyPatch = z.strictObject({ name: PasskeyName });
export type PasskeyPatch = z.infer<typeof PasskeyPatch>;

/** The maximum per person. */
export const maxPasskeys = 20;

/** How many recovery codes are generated; each signs in once. */
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

/** What is sent with the first code to turn the second step on. */
export const ConfirmFactor = z.strictObject({ token: Sealed, code: Code });
export type ConfirmFactor = z.infer<typeof ConfirmFactor>;

/** What is sent to sign in after a correct password. */
export const FactorSignIn = z.strictObject({ token: Sealed, code: Code });
export type FactorSignIn = z.infer<typeof FactorSignIn>;

/** Whether a person has the second step, since when, and how many recovery codes are left. */
export const Factor = z.object({ since: z.iso.datetime().nullable(), codesLeft: z.int().nonnegative() });
export type Factor = z.infer<typeof Factor>;

/**
 * What an authenticator app needs; `token` is sent back with the first code. `qr` is the QR code: its size in modules, and
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
 * The password was correct, but a code is required: there is no session yet. `token` is sent back with the code within five
 * minutes.
 */
export const FactorAsked = z.object({ factor: z.literal('totp'), token: z.string() });
export type FactorAsked = z.infer<typeof FactorAsked>;

/** The answer to signing in by password: the person, or a request for the second step. */
export type SignedInOrAsked = { user: SessionUser } | FactorAsked;
