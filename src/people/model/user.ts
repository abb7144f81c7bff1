import * as z from 'zod';
import { PictureName } from '../../pictures/model/picture.ts';
import { limits } from '../../platform/model/limits.ts';
import { nameText } from '../../platform/model/name.ts';
import { normalized } from '../../platform/model/text/normal-form.ts';

/**
 * Passwords that guessing tools try first, reduced to their stems. The tools add digits, years and symbols, and write
 * letters as digits, so `isCommonPassword` undoes that before it compares.
 */
const stems = new Set(
  `password passw passwort motdepasse contrasena senha parola wachtwoord salasana haslo qwerty qwertyuiop qwertz azerty
  asdfgh asdfghjkl zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc letmein letmeinnow welcome welcomehome iloveyou iloveyouforever
  ihateyou trustno trustnoone whatever changeme changeit default secret topsecret supersecret masterpassword mypassword
  thisismypassword passwordpassword administrator admin adminadmin root rootroot toor guest testtest test tester
  login loginlogin access computer internet google facebook youtube linkedin netflix spotify microsoft windows samsung
  football baseball basketball liverpool manchester chelsea arsenal barcelona realmadrid juventus superman batman
  spiderman starwars pokemon naruto dragon dragonball monkey princess sunshine shadow master michael jordan jessica
  jennifer charlie daniel thomas andrew ashley nicole matthew hannah samantha elizabeth alexander christopher
  butterfly chocolate flower summer winter autumn spring hello hellohello helloworld hellothere goodmorning freedom
  forever blessed jesus jesuschrist godisgood mustang ferrari corvette yamaha harley killer hunter ranger buster
  tigger ginger pepper cookie cheese banana orange purple yellow silver golden diamond crystal rainbow unicorn
  abcdef abcdefg abcdefgh abcdefghij abcabc abcd abc aaa zzz qqq xxx correcthorsebatterystaple correcthorse battery
  commonplace bookmark readinglist`.split(/\s+/),
);

/** Whether a password is among the common ones, repeats one short piece, or runs along the keyboard or alphabet. */
export function isCommonPassword(password: string): boolean {
  const plain = normalized(password, 'NFKC').toLowerCase();
  return isRepetition(plain) || isRun(plain) || stemsOf(plain).some((stem) => stems.has(stem));
}

function isRepetition(text: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/u.test(text);
}

/** Every character follows its neighbour by the same step, as in 1234567890 or zyxwvutsrq. */
function isRun(text: string): boolean {
  const codes = [...text.replace(/0$/, ':')].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1;
}

function stemsOf(text: string): string[] {
  const letters = (from: string) => from.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').replace(/[^\p{L}]/gu, '');
  const unleeted = text
    .replace(/[\d!?.]+$/, '')
    .replace(/[@4]/g, 'a')
    .replace(/3/g, 'e')
    .replace(/[1!|]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[$5]/g, 's')
    .replace(/7/g, 't');
  return [letters(text), letters(unleeted)];
}

/**
 * A suspension that a moderator imposed on a person. Silenced people can read and keep what they have, but write nothing
 * new; banned people cannot even sign in. `until` is ISO 8601, null for good; `action` is the entry of the moderation
 * log, which an appeal names.
 */
export const Suspension = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('silenced'),
    until: z.iso.datetime(),
    reason: z.string(),
    at: z.iso.datetime(),
    action: z.string(),
  }),
  z.object({
    kind: z.literal('banned'),
    until: z.iso.datetime().nullable(),
    reason: z.string(),
    at: z.iso.datetime(),
    action: z.string(),
    /** Present if everything that the person wrote is hidden too. */
    writings: z.literal('hide').optional(),
  }),
]);
export type Suspension = z.infer<typeof Suspension>;

/** What a person may do on the whole site: an owner may do all that a moderator may, and appoint others. */
export const Role = z.enum(['member', 'moderator', 'owner']);
export type Role = z.infer<typeof Role>;

/** What an owner sends to give somebody a role, or to withdraw it. */
export const Appointment = z.strictObject({ role: Role });

/** An e-mail address as people type it, in the form in which it is stored. */
export const Email = z
  .string()
  .transform((email) => email.trim().toLowerCase())
  .pipe(
    z
      .email('Enter an email address, such as name@example.org.')
      .max(limits.email.max, `An email address can have at most ${limits.email.max} characters.`),
  );

export const Handle = z
  .string()
  .transform((handle) => handle.trim().replace(/^@/, '').toLowerCase())
  .pipe(
    z
      .string()
      .min(limits.handle.min, `A handle needs at least ${limits.handle.min} characters.`)
      .max(limits.handle.max, `A handle can have at most ${limits.handle.max} characters.`)
      .regex(/^[a-z0-9_]*$/, 'A handle can have letters from a to z, digits and underscores.'),
  );

export const NewPassword = z
  .string()
  .min(limits.password.min, `A password needs at least ${limits.password.min} characters.`)
  .max(limits.password.max, {
    error: `A password can have at most ${limits.password.max} characters.`,
    abort: true,
  })
  .refine((password) => !isCommonPassword(password), {
    error: 'This password is too easy to guess. Choose another.',
  });

/** A display name. It has no @, so that readers can tell a name from a handle. */
export const Name = nameText(limits.name).refine((name) => !/[@﹫＠]/u.test(name), {
  error: 'A name can’t contain @. Your handle is shown next to it anyway.',
});

/** What a visitor sends to sign up. */
export const SignUp = z.strictObject({ email: Email, handle: Handle, password: NewPassword, name: Name.optional() });
export type SignUp = z.infer<typeof SignUp>;

/**
 * A password to be compared with the stored one. The rules for new passwords do not apply: old ones stay valid when
 * rules change.
 */
export const TypedPassword = z
  .string()
  .min(1, 'Enter your password.')
  .max(limits.password.max * 4, 'This password is too long.');

/** What a visitor sends to sign in. */
export const SignIn = z.strictObject({ email: Email, password: TypedPassword });
export type SignIn = z.infer<typeof SignIn>;

/** A person as stored, without anything secret. */
export const User = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  /** Absent for the fictional people of the first collection, who never sign in. */
  email: z.string().optional(),
  bio: z.string().default(''),
  /** The picture that they chose of themselves. */
  avatar: PictureName.optional(),
  createdAt: z.iso.datetime(),
  /** When the address was last proven to be theirs. */
  emailVerifiedAt: z.iso.datetime().optional(),
  /** The handle of the person who first had a name or handle that looks like this one. */
  unlike: z.string().optional(),
  /** When the handle was last changed, and the ones before it, which lead to this person. */
  handleChangedAt: z.iso.datetime().optional(),
  formerHandles: z.array(z.string()).optional(),
  /** When the account was deleted. What is left keeps the replies of others readable. */
  deletedAt: z.iso.datetime().optional(),
  /** Present if they let the model read their private notes when they ask about them. */
  modelReadsPrivate: z.literal(true).optional(),
  /** Absent for members. */
  role: Role.optional(),
  /** A suspension, which may have expired: `suspensionOf` tells. Stored under its former name. */
  standing: Suspension.optional(),
});
export type User = z.infer<typeof User>;

/**
 * The name as readers see it. Where two names look the same, the later one is shown with its own handle and with the
 * handle of the person it could be mistaken for.
 */
export function shownName({ name, handle, unlike }: Pick<User, 'name' | 'handle' | 'unlike'>): string {
  return unlike === undefined ? name : `${name} (@${handle}, not @${unlike})`;
}

/** A person as readers see them. */
export function authorOf(user: User): Author {
  const { id, handle, bio, avatar } = user;
  return { id, handle, name: shownName(user), bio, ...(avatar !== undefined && { avatar }) };
}

/** The people among these who exist, by id. */
export function authorsById(users: readonly (User | undefined)[]): Map<string, Author> {
  return new Map(users.flatMap((user) => (user ? [[user.id, authorOf(user)]] : [])));
}

/** The signed-in person, as their browser gets them. Only moderators and owners have a role here. */
export const SessionUser = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  email: z.string(),
  /** Absent until the address is proven. */
  emailVerified: z.literal(true).optional(),
  role: Role.exclude(['member']).optional(),
  avatar: PictureName.optional(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** The answer to a successful sign-in. */
export const SignedIn = z.object({ user: SessionUser });

/** What GET /api/_auth/session answers. */
export const Session = z.object({ user: SessionUser.optional() });
export type Session = z.infer<typeof Session>;

/** A note's author as readers see them. */
export const Author = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  bio: z.string().default(''),
  avatar: PictureName.optional(),
});
export type Author = z.infer<typeof Author>;
