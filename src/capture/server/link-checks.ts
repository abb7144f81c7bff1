import { setTimeout as pause } from 'node:timers/promises';
import { readNotes } from '../../notes/server/notes.ts';
import { hostOf } from '../../platform/model/url.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { LinkState } from '../model/capture.ts';
import { captureRequestOptions, type CaptureOptions } from './capture-page.ts';
import { get } from './get.ts';
import { dueLinks, linkStates, listLinks, postponeLinks, putLinkState, lastWorkingLink } from './store/link-checks.ts';

/** The limits of one run. Sites should not notice the checks: at most two links of each, a second apart. */
const limits = { links: 20, ofSite: 2, considered: 100, ms: 6000, betweenMs: 1000 };
const days = (count: number) => count * 24 * 60 * 60_000;
/** How long until a link is checked again, by its answer. The longest wait means a sound link, which `isOnline` relies on. */
const turns = { sound: days(30), unknown: days(7), doubtful: days(1), broken: days(7), later: 60 * 60_000 };

type Link = { uuid: string; url: string };
/** `silent`: no answer. `unknown`: the address is not public, so it cannot be checked. */
type Answer = { is: 'gone' | 'failing'; status: number } | { is: 'page' | 'silent' | 'unknown'; status: null };

/**
 * Checks some of the links that are due, and records which are broken: their site says that they are gone, or they failed
 * twice, a day apart. If no site answers at all, our own connection is assumed to be down: nothing is recorded, and all are
 * checked again later.
 */
export async function checkLinks(
  redis: Redis,
  options: Pick<CaptureOptions, 'now' | 'siteUrl' | 'reach'>,
  mayGoOn: () => boolean,
): Promise<{ checked: number; broken: number }> {
  const { now } = options;
  await listLinks(redis, now);
  const links = await linksOf(redis, await dueLinks(redis, now, limits.considered));
  const sites = Map.groupBy(links, ({ url }) => hostOf(url));
  const chosen = [...sites.values()].flatMap((ofSite) => ofSite.slice(0, limits.ofSite)).slice(0, limits.links);
  const isChosen = new Set(chosen);
  const answers = new Map<Link, Answer>();
  await Promise.all(
    [...Map.groupBy(chosen, ({ url }) => hostOf(url)).values()].map(async (ofSite) => {
      for (const [at, link] of ofSite.entries()) {
        if (!mayGoOn()) return;
        if (at > 0) await pause(limits.betweenMs);
        answers.set(link, await ask(link.url, options));
      }
    }),
  );
  const waiting = links.filter((link) => !isChosen.has(link)).map(({ uuid }) => uuid);
  const later = new Date(now.getTime() + turns.later);
  await postponeLinks(redis, waiting, later);
  const asked = [...answers.keys()];
  if (!(await isOnline(redis, [...answers.values()], options))) {
    await postponeLinks(
      redis,
      asked.map(({ uuid }) => uuid),
      later,
    );
    return { checked: 0, broken: 0 };
  }
  const states = await linkStates(
    redis,
    asked.map(({ uuid }) => uuid),
  );
  let broken = 0;
  for (const [at, link] of asked.entries()) {
    const { state, next } = judged(link.url, answers.get(link), states[at], now);
    if (await putLinkState(redis, link, state, new Date(now.getTime() + next))) broken += 1;
  }
  return { checked: asked.length, broken };
}

/** The links of these notes. A note that no longer has a link is removed from the checks. */
async function linksOf(redis: Redis, uuids: string[]): Promise<Link[]> {
  const links: Link[] = [];
  for (const [at, note] of (await readNotes(redis, uuids)).entries()) {
    const uuid = uuids[at] ?? '';
    if (note && !('deletedAt' in note) && note.url !== null) links.push({ uuid, url: note.url });
    else await putLinkState(redis, { uuid, url: '' }, undefined, new Date(0));
  }
  return links;
}

async function ask(url: string, { siteUrl, reach }: Pick<CaptureOptions, 'siteUrl' | 'reach'>): Promise<Answer> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(limits.ms)]);
  const answer = await get(url, { ...captureRequestOptions({ siteUrl, reach }), signal, accept: '*/*', maxBytes: 0 });
  // Only the status matters, so the body is not read.
  over.abort();
  if (!answer.ok) {
    // Some sites redirect visitors without cookies in a loop.
    if (answer.reason === 'redirects') return { is: 'page', status: null };
    const cannotKnow = answer.reason === 'forbidden' || answer.reason === 'address';
    return { is: cannotKnow ? 'unknown' : 'silent', status: null };
  }
  const { status } = answer;
  if (status === 404 || status === 410) return { is: 'gone', status };
  return status >= 500 ? { is: 'failing', status } : { is: 'page', status: null };
}

const isHeard = ({ is }: Answer) => is !== 'silent' && is !== 'unknown';

async function isOnline(
  redis: Redis,
  answers: readonly Answer[],
  options: Pick<CaptureOptions, 'siteUrl' | 'reach'>,
): Promise<boolean> {
  if (!answers.some(({ is }) => is === 'silent') || answers.some(isHeard)) return true;
  const sound = await lastWorkingLink(redis);
  const [link] = sound === undefined ? [] : await linksOf(redis, [sound]);
  return link !== undefined && isHeard(await ask(link.url, options));
}

/** The state of a link after an answer, and in how many milliseconds it is checked again. */
function judged(
  url: string,
  answer: Answer | undefined,
  before: LinkState | undefined,
  now: Date,
): { state: LinkState | undefined; next: number } {
  if (!answer || answer.is === 'page') return { state: undefined, next: turns.sound };
  if (answer.is === 'unknown') return { state: undefined, next: turns.unknown };
  const known = before?.url === url ? before : undefined;
  const broken = answer.is === 'gone' || known !== undefined;
  const state = { url, status: answer.status, since: known?.since ?? now.toISOString(), broken };
  return { state, next: broken ? turns.broken : turns.doubtful };
}
