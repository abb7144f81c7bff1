import type { ModerationEvent } from '../../platform/model/event.ts';
import type { Decision } from '../model/decision.ts';
import type { Entry } from '../model/entry.ts';
import type { User } from '../../people/model/user.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { settleDecision } from './store/settlements.ts';
import { banOfDomain } from './decide-domain.ts';
import { noteDecision } from './decide-note.ts';
import { personDecision } from './decide-person.ts';
import { dismissal } from './dismiss.ts';
import { deciding, type Deciding, type Planned } from './planned.ts';
import type { Refusal } from './refusal.ts';
import { undoing } from './undo.ts';

/** `revision`: of the change log, null when nothing public changed; `noteUuid`: whose pages changed. */
export type Decided = {
  ok: true;
  entry: Entry;
  revision: number | null;
  noteUuid: string | undefined;
  sweeps: boolean;
  tell: ModerationEvent | undefined;
};

/** Reads what a decision is about, plans it and writes it in one step; of two who decide at once one is refused. */
export function decide(redis: Redis, moderator: User, decision: Decision, now: Date): Promise<Decided | Refusal> {
  return settled(redis, () => planOf(redis, decision, deciding(moderator, decision.action, decision.reason, now)));
}

/** A report that comes between reading and writing opens a case: the next attempt closes it too. */
const attempts = 3;

/** Plans and writes until what was read still is so. */
export async function settled(redis: Redis, plan: () => Promise<Planned | Refusal>): Promise<Decided | Refusal> {
  for (let attempt = 1; ; attempt += 1) {
    const planned = await plan();
    if (!planned.ok) return planned;
    const { settlement, tell } = planned;
    const written = await settleDecision(redis, settlement);
    if (written.ok) {
      const { entry, note, comment, sweeps } = settlement;
      return { ...written, entry, noteUuid: note?.uuid ?? comment?.noteUuid, sweeps: sweeps !== undefined, tell };
    }
    if (written.reason === 'deleted' || written.reason === 'missing') return { ok: false, reason: 'gone' };
    if (attempt === attempts) return { ok: false, reason: written.reason === 'stale' ? 'stale' : 'settled' };
  }
}

function planOf(redis: Redis, decision: Decision, by: Deciding): Promise<Planned | Refusal> {
  switch (decision.action) {
    case 'dismiss':
      return dismissal(redis, decision, by);
    case 'hide':
    case 'remove':
    case 'lock':
    case 'release':
    case 'refuse':
      return noteDecision(redis, decision, by);
    case 'silence':
    case 'ban':
      return personDecision(redis, decision, by);
    case 'ban-domain':
      return banOfDomain(redis, decision, by);
    case 'undo':
      return undoing(redis, decision, by);
  }
}
