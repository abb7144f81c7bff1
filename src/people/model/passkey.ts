import { z } from 'zod';
import { nameText } from '../../platform/model/name.ts';

/**
 * A passkey as it is stored. `publicKey` is base64url; `counter` grows with each use on devices that count. Times are
 * ISO 8601.
 */
export const Passkey = z.object({
  id: z.string(),
  userId: z.string(),
  publicKey: z.string(),
  counter: z.int().nonnegative(),
  transports: z.array(z.string()),
  name: z.string(),
  /** Whether it is copied to the owner's other devices, so that losing one device loses nothing. */
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

/** What a browser answers that made a passkey (WebAuthn's RegistrationResponseJSON). */
const PasskeyMade = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});
type PasskeyMade = z.infer<typeof PasskeyMade>;

/** What a browser answers that used a passkey (WebAuthn's AuthenticationResponseJSON). */
export const PasskeyUsed = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
});
export type PasskeyUsed = z.infer<typeof PasskeyUsed>;

/** What a browser needs to make or use a passkey. */
export const PasskeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });

const PasskeyName = nameText({ max: 60, missing: 'Give it a name.' });

/** What a person sends to keep the passkey that their browser made. */
export const NewPasskey = z.strictObject({ name: PasskeyName, made: PasskeyMade });
export type NewPasskey = z.infer<typeof NewPasskey>;

export const PasskeyPatch = z.strictObject({ name: PasskeyName });
export type PasskeyPatch = z.infer<typeof PasskeyPatch>;

/** The most that one person may have. */
export const maxPasskeys = 20;
