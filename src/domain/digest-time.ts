const hourUtc = 6;

/** When the next daily digest is due, strictly after `now`: at six in the morning, UTC. */
export function nextDigest(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hourUtc);
  return new Date(today > now.getTime() ? today : today + 24 * 60 * 60_000);
}
