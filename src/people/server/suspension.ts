import { paths } from '../../platform/model/paths.ts';
import { environment } from '../../platform/server/env.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { mayAppoint, mayModerate, suspensionInWords, suspensionOf } from '../model/permissions.ts';
import type { User } from '../model/user.ts';
import { seal, unseal } from './seal.ts';

/** What a suspended person may not do, in the words of the refusal. */
const actionWords = {
  note: 'write notes',
  comment: 'comment',
  vote: 'vote',
  follow: 'follow',
  report: 'report',
  profile: 'change your profile',
  publish: 'ask for a rebuild',
  moderate: 'moderate',
} as const;
export type RestrictedAction = keyof typeof actionWords;

/**
 * Called by every endpoint that writes something which others may see, once it knows who is asking. Throws HttpError
 * 403 for a person who is silenced or banned now, which says what happened, why, until when and where to appeal. Reading,
 * saving for later and deleting what is one's own are never refused.
 */
export function requireNotSuspended(user: User, action: RestrictedAction, now: Date): void {
  const suspension = suspensionOf(user, now);
  if (!suspension) return;
  const detail = `You can’t ${actionWords[action]} at the moment. ${suspensionInWords(suspension)} ${appealSentence(suspension.action)}`;
  throw new HttpError(403, 'Forbidden', detail, { members: { standing: suspension } });
}

const appealSeconds = 60 * 60;
const appealMark = 'a_';

/**
 * Called once a person has proven who they are: throws HttpError 403 for someone who is banned at this moment. Its
 * member `appeal` is the path where they may appeal within the hour, with a token that stands for the session.
 */
export async function requireNotBanned(user: User, now: Date): Promise<void> {
  const suspension = suspensionOf(user, now);
  if (suspension?.kind !== 'banned') return;
  const detail = `You can’t sign in. ${suspensionInWords(suspension)} ${appealSentence(suspension.action)}`;
  const token = await seal(appealMark + user.id, environment().SESSION_SECRET, appealSeconds, now);
  const appeal = `${paths.appeal(suspension.action)}#${token}`;
  throw new HttpError(403, 'Forbidden', detail, { members: { standing: suspension, appeal } });
}

/** The person whose appeal a token allows, or undefined for a broken, altered or expired token. */
export async function appellantOf(token: string): Promise<string | undefined> {
  const opened = await unseal(token, environment().SESSION_SECRET);
  return opened?.startsWith(appealMark) ? opened.slice(appealMark.length) : undefined;
}

/** Throws HttpError 403 unless this person moderates here. */
export function requireModerator(user: User): void {
  if (mayModerate(user)) return;
  throw new HttpError(403, 'Forbidden', 'Only moderators of this site can do this.');
}

/** Throws HttpError 403 unless this person owns the installation. */
export function requireOwner(user: User): void {
  if (mayAppoint(user)) return;
  throw new HttpError(403, 'Forbidden', 'Only an owner of this site can do this.');
}

/** Where to appeal against an entry of the moderation log. */
function appealSentence(action: string): string {
  return `If you think this is a mistake, you can appeal once at ${environment().SITE_URL}${paths.appeal(action)}`;
}
