import { keys } from '../../../platform/server/store/keys.ts';

/**
 * What no backup takes along: what lets somebody in without their password (sessions, mailed links), what is true for
 * minutes only (counts of rate limits, leases, pauses), what describes a site that was built elsewhere, and the name of
 * the database, since the restored one is another: builds then begin from nothing.
 */
const prefixes = ['backup:', keys.session(''), keys.token(''), 'rate:', 'publish:', keys.mailPause('')];
const names = new Set<string>([
  keys.storeId,
  keys.migrating,
  keys.restoring,
  keys.modelRun,
  keys.modelPause,
  keys.vectorRun,
  keys.vectorPause,
]);
const lists = /^user:[^:]+:(sessions|tokens)$/;

export function isLeftOut(name: string): boolean {
  return names.has(name) || lists.test(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/** What an empty store may hold: beside what is left out, which version it has and that nothing was seeded into it. */
export function isNothing(name: string): boolean {
  return isLeftOut(name) || name === keys.schema || name === keys.seededAt;
}
