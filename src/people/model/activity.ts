import { z } from 'zod';

/** What happened to an account, in the words that its owner reads; the detail follows after a colon. */
export const activityWords = {
  'account-opened': 'Account opened',
  'signed-in-password': 'Signed in with the password',
  'signed-in-passkey': 'Signed in with a passkey',
  'guesses-limited': 'Too many wrong passwords: signing in by password rested',
  'password-changed': 'Password changed',
  'password-reset': 'New password chosen with a mailed link',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'token-made': 'Token made',
  'token-revoked': 'Token revoked',
  'address-confirmed': 'Address confirmed',
  'address-change-asked': 'Another address asked for',
  'address-changed': 'Address changed',
  'address-restored': 'Account taken back from its former address',
  'handle-changed': 'Handle changed',
  'session-ended': 'A device signed out',
  'sessions-ended': 'Every other device signed out',
  'second-factor-on': 'Second step turned on',
  'second-factor-off': 'Second step turned off',
  'recovery-codes-made': 'New recovery codes made',
  'recovery-code-used': 'Signed in with a recovery code',
  'data-downloaded': 'Everything downloaded',
  exported: 'Notes or highlights exported',
  'export-scheduled': 'Export by schedule set',
  'export-unscheduled': 'Export by schedule ended',
} as const;

const kinds = Object.keys(activityWords) as [ActivityKind, ...ActivityKind[]];
export type ActivityKind = keyof typeof activityWords;

/** One entry. `device` is in words, as of sessions; `detail` names the thing, such as a passkey's name or an address. */
export const Activity = z.object({
  kind: z.enum(kinds),
  at: z.iso.datetime(),
  device: z.string(),
  detail: z.string().optional(),
});
export type Activity = z.infer<typeof Activity>;
