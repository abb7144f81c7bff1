import { feedPaths, feedFiles } from '../../feeds/model/addresses.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import type { Environment } from '../../platform/server/env.ts';
import { changesSince } from '../../platform/server/store/changes.ts';
import { readNotes } from '../../notes/server/notes.ts';
import { publishingState, recordPublished } from './store/publishing.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUsers } from '../../people/server/people.ts';
import { log } from '../../platform/server/log.ts';
import { causeOf } from '../../platform/model/cause.ts';
import { inParts } from '../../platform/model/parts.ts';

type Settings = Partial<Pick<Environment, 'SITE_URL' | 'WEBSUB_HUB_URL'>>;

const pingTimeoutMs = 5_000;
/** More changes than this are a first build or an import: then only the site's own feeds are announced. */
const maxChanges = 200;
/** Addresses in one call to the hub. */
const topicsAtOnce = 50;

/** Records what readers now see, then notifies the hub of changed feeds. A hub that fails is logged and fails nothing. */
export async function announcePublished(
  redis: Redis,
  build: { buildId: string; revision: number; now: Date },
  settings: Settings,
): Promise<void> {
  const { published } = await publishingState(redis);
  await recordPublished(redis, build);
  const { SITE_URL: siteUrl, WEBSUB_HUB_URL: hub } = settings;
  if (!hub || siteUrl === undefined) return;
  try {
    await pingHub(hub, await changedFeeds(redis, published?.revision ?? 0, siteUrl));
  } catch (error) {
    const message = causeOf(error);
    log('warn', 'telling the WebSub hub failed', { error: message });
  }
}

/** The absolute addresses of the feeds that show a public note that changed after `revision`. */
async function changedFeeds(redis: Redis, revision: number, siteUrl: string): Promise<string[]> {
  const changes = await changesSince(redis, revision, maxChanges + 1);
  const uuids = changes.flatMap(({ kind, id }) => (kind === 'note' ? [id] : []));
  if (uuids.length === 0) return [];
  const bases = new Set(['']);
  if (changes.length <= maxChanges) {
    const found = await readNotes(redis, uuids);
    const notes = found.flatMap((note) => (note && 'visibility' in note && isPublic(note) ? [note] : []));
    const authors = await readUsers(redis, [...new Set(notes.map(({ authorId }) => authorId))]);
    for (const tag of notes.flatMap(({ tags }) => tags)) bases.add(feedPaths.ofTag(tag));
    for (const author of authors) if (author) bases.add(feedPaths.ofPerson(author.handle));
  }
  return [...bases].flatMap((base) => Object.values(feedFiles).map((file) => `${siteUrl}${base}/${file}`));
}

/** `hub.mode=publish`, with every topic as a `hub.url`, as the hubs in use read it. */
async function pingHub(hub: string, topics: readonly string[]): Promise<void> {
  for (const some of inParts(topics, topicsAtOnce)) {
    const body = new URLSearchParams({ 'hub.mode': 'publish' });
    for (const topic of some) body.append('hub.url', topic);
    const answer = await fetch(hub, { method: 'POST', body, signal: AbortSignal.timeout(pingTimeoutMs) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the hub answered ${answer.status}`);
  }
}
