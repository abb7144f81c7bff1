import { v7 as uuidv7 } from 'uuid';
import type { ModerationEvent } from '../../platform/model/event.ts';
import type { ActionName, Entry } from '../model/entry.ts';
import { roleOf } from '../../people/model/permissions.ts';
import type { User } from '../../people/model/user.ts';
import type { Settlement } from './store/settlements.ts';

/** A decision under way: who decides when, and the entry to which each kind of decision adds its part. */
export type Deciding = { moderator: User; now: Date; entry: Omit<Entry, 'subject' | 'personId'> };

/** What is to be written, and what the person concerned is told. */
export type Planned = { ok: true; settlement: Settlement; tell?: ModerationEvent };

/** What taking a decision back changes, and what the person is told. */
export type Reversal = {
  change: Pick<Settlement, 'note' | 'comment' | 'person' | 'domain' | 'sweeps'>;
  what: { subject: string; action: string };
  path: string;
};

/** The beginning of a decision by this moderator. */
export function deciding(moderator: User, action: ActionName, reason: string, now: Date): Deciding {
  const entry = { id: uuidv7(), action, by: moderator.id, byRole: roleOf(moderator), reason, at: now.toISOString() };
  return { moderator, now, entry };
}
