import * as z from 'zod';

/** What happened to an account, in words for its owner; the detail follows after a colon. */
export const activityWords = {
  'account-opened': 'Account created',
  'signed-in-password': 'Signed in with a password',
  'signed-in-passkey': 'Signed in with a passkey',
  'guesses-limited': 'Too many wrong passwords: sign-in by password paused',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by email',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'token-made': 'Token created',
  'token-revoked': 'Token revoked',
  'address-confirmed': 'Address confirmed',
  'address-change-asked': 'Change of address requested',
  'address-changed': 'Address changed',
  'address-restored': 'Account recovered from its previous address',
  'handle-changed': 'Handle changed',
  'session-ended': 'A device signed out',
  'sessions-ended': 'Every other device signed out',
  'second-factor-on': 'Two-step sign-in turned on',
  'second-factor-off': 'Two-step sign-in turned off',
  'recovery-codes-made': 'New recovery codes created',
  'recovery-code-used': 'Signed in with a recovery code',
  'data-downloaded': 'Account data downloaded',
  exported: 'Notes or highlights exported',
  'export-scheduled': 'Scheduled export set up',
  'export-unscheduled': 'Scheduled export ended',
} as const;

const kinds = Object.keys(activityWords) as [ActivityKind, ...ActivityKind[]];
export type ActivityKind = keyof typeof activityWords;

/** An entry. `device` is in words, as for sessions; `detail` names the object, such as a passkey's name or an address. */
export const Activity = z.object({
  kind: z.enum(kinds),
  at: z.iso.datetime(),
  device: z.string(),
  detail: z.string().optional(),
});
export type Activity = z.infer<typeof Activity>;
