const hourUtc = 6;

const dayMs = 24 * 60 * 60_000;

/** When the next daily digest is due, strictly after `now`: at six in the morning, UTC. */
export function nextDigest(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourUtc);
  return new Date(today > now.getTime() ? today : today + dayMs);
}

/** When the next weekly mail is due, strictly after `now`: on a Monday at six in the morning, UTC. */
export function nextWeekly(now: Date): Date {
  const next = nextDigest(now);
  return new Date(next.getTime() + ((8 - next.getUTCDay()) % 7) * dayMs);
}
