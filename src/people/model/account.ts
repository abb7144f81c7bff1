import * as z from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { nameText } from '../../platform/model/name.ts';
import { plainText, withoutDirectionMarks } from '../../platform/model/text/plain-text.ts';
import { OwnPasskey, PasskeyUsed } from './sign-in.ts';
import { Email, Handle, Name, NewPassword, TypedPassword } from './user.ts';

/**
 * What a program may do with a token: read what is the person's own, or read and write it; or only import, or only
 * export. No token reaches the account itself.
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

/** A token as its owner sees it. Its secret is shown once, when it is made. */
export const OwnApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: TokenScope,
  createdAt: z.iso.datetime(),
  /** Exact to the minute. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type OwnApiToken = z.infer<typeof OwnApiToken>;

export const maxApiTokens = 20;

/** How many bytes a person has stored, and how many they may store. */
export const Storage = z.object({ used: z.int().nonnegative(), limit: z.int().positive() });
export type Storage = z.infer<typeof Storage>;

/** The secret part of a mailed link. */
const Token = z.string().regex(/^[\w-]{43}$/, 'Part of this link is missing. Open it again from the email.');

/** What a visitor who cannot sign in sends to get a mailed link. */
export const ForgotPassword = z.strictObject({ email: Email });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

const Id = z.string().regex(/^[\w-]{1,1400}$/, 'Send an id as it is listed.');
const Ids = z.array(Id).max(100, 'Name at most 100.').default([]);

/**
 * What a visitor sends with a mailed link to choose a new password. Every session and token ends, and every passkey
 * that is not in `keepPasskeys`.
 */
export const ResetPassword = z.strictObject({ token: Token, password: NewPassword, keepPasskeys: Ids });
export type ResetPassword = z.infer<typeof ResetPassword>;

/** What a visitor sends with a mailed link that proves, changes or restores an address. */
export const UseLink = z.strictObject({ token: Token });
export type UseLink = z.infer<typeof UseLink>;

/** The answer of calls that send a mail. */
export const MailAsked = z.object({ asked: z.literal(true) });

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

/**
 * What a mailed link removed. `reset` is a token for a new password where the mail went to the account's present
 * address.
 */
export const Undone = z.object({
  kind: z.enum(['passkey', 'token', 'factor']),
  name: z.string(),
  /** False if it had been removed before. */
  removed: z.boolean(),
  reset: z.string().nullable(),
});
export type Undone = z.infer<typeof Undone>;

/**
 * How a signed-in person proves their identity again before an action that only the owner of the account may take: by the
 * current password or with a passkey.
 */
const proof = { current: TypedPassword.optional(), passkey: PasskeyUsed.optional() };
const isGiven = ({ current, passkey }: Proof) => current !== undefined || passkey !== undefined;
const required = { path: ['current'], error: 'Enter your current password.' };

export const Proof = z.strictObject(proof).refine(isGiven, required);
export type Proof = { current?: string | undefined; passkey?: PasskeyUsed | undefined };

/** What a visitor sends to sign in with a passkey. */
export const PasskeySignIn = z.strictObject({ passkey: PasskeyUsed });
export type PasskeySignIn = z.infer<typeof PasskeySignIn>;

/** A new password ends every other session, token and passkey whose id is not in `keep`. */
export const ChangePassword = z
  .strictObject({
    ...proof,
    password: NewPassword,
    keep: z.strictObject({ sessions: Ids, tokens: Ids, passkeys: Ids }).prefault({}),
  })
  .refine(isGiven, required);
export type ChangePassword = z.infer<typeof ChangePassword>;

/** What a person sends to get a token. Without a recent proof in this session, it needs one. */
export const AskForToken = z.strictObject({ ...proof, ...NewApiToken.shape });

export const ChangeAddress = z.strictObject({ ...proof, email: Email }).refine(isGiven, required);
export type ChangeAddress = z.infer<typeof ChangeAddress>;

/** `keep` leaves what was published under “Former member”; `remove` takes all of it away. */
export const DeleteAccount = z
  .strictObject({
    ...proof,
    writings: z.enum(['keep', 'remove'], { error: 'Choose what happens to what you wrote: keep or remove.' }),
  })
  .refine(isGiven, required);
export type DeleteAccount = z.infer<typeof DeleteAccount>;

const Bio = z
  .string()
  .transform((bio) => withoutDirectionMarks(plainText(bio)).trim())
  .pipe(z.string().max(limits.bio.max, `About you can have at most ${limits.bio.max} characters.`));

/**
 * What a person sends to change how readers see them, or whether the model may read their private notes when they ask
 * about them; fields left out stay. An empty name becomes the handle.
 */
export const ProfilePatch = z.strictObject({
  name: Name.optional(),
  bio: Bio.optional(),
  handle: Handle.optional(),
  modelReadsPrivate: z.boolean().optional(),
});
export type ProfilePatch = z.infer<typeof ProfilePatch>;

/** A person's own account. `handleChangeableAt` is when the handle may be changed again; null: now. */
export const Account = z.object({
  handle: z.string(),
  formerHandles: z.array(z.string()),
  handleChangeableAt: z.iso.datetime().nullable(),
  name: z.string(),
  /** The handle of the person who first had a name or handle that looks like this one: pages say that they differ. */
  unlike: z.string().nullable(),
  bio: z.string(),
  /** The address of the picture that they chose of themselves. */
  avatar: z.string().nullable(),
  email: z.string(),
  emailVerifiedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  modelReadsPrivate: z.boolean(),
});
export type Account = z.infer<typeof Account>;

/** Where a person is signed in. `device` is in words; times are ISO 8601, the last use exact to the hour. */
export const OwnSession = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/**
 * What opens an account besides its password, shown to the holder of a mailed link before they choose a new password.
 * `mayKeep` is false while the address is unproven: somebody else may have opened the account, so no passkey is kept.
 */
export const AccountAccess = z.object({
  handle: z.string(),
  sessions: z.array(OwnSession.omit({ current: true })),
  tokens: z.array(OwnApiToken.pick({ id: true, name: true, createdAt: true, lastUsedAt: true })),
  passkeys: z.array(OwnPasskey),
  mayKeep: z.boolean(),
});
export type AccountAccess = z.infer<typeof AccountAccess>;
