import type { DecisionOf } from '../model/decision.ts';
import { bannedAmong } from './store/banned-domains.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Deciding, Planned } from './planned.ts';
import type { Refusal } from './refusal.ts';

/** From now on nothing that links to this domain, or to one below it, can be published. What is there stays. */
export async function banOfDomain(
  redis: Redis,
  { domain }: DecisionOf<'ban-domain'>,
  { entry }: Deciding,
): Promise<Planned | Refusal> {
  if ((await bannedAmong(redis, [domain])).length > 0) return { ok: false, reason: 'already' };
  return {
    ok: true,
    settlement: { entry: { ...entry, subject: null, personId: null, domain }, domain: { name: domain, banned: true } },
  };
}
