import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Content, FeedSubject } from '../../src/reading/model/content.ts';
import { feedPaths } from '../../src/feeds/model/addresses.ts';
import { feedOf } from '../../src/feeds/model/feed.ts';
import { atomFeed, jsonFeed, rssFeed } from '../../src/feeds/model/formats.ts';
import { openSnapshot } from '../../src/publishing/server/snapshot/snapshot.ts';
import { syncPublished } from '../../src/publishing/server/sync.ts';
import { startStore } from '../support/store.ts';
import { writeCollection } from './collection.ts';

type FeedsRow = { notes: number; feeds: number; kb: number; allMs: number; siteMs: number };

const site = { url: 'https://commonplace.example', title: 'Commonplace', hub: undefined };
const never = new Date(0).toISOString();
const formats = [atomFeed, rssFeed, jsonFeed];

/**
 * `npm run bench -- feeds`: making every feed of a site of so many notes in all three formats (all, each tag, each
 * person), and those of all notes alone, which every publishing makes anew.
 */
export async function benchFeeds(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const rows: FeedsRow[] = [];
  for (const size of sizes) {
    const row = await measured(size);
    rows.push(row);
    if (json) console.log(JSON.stringify(row));
  }
  if (!json) console.table(rows);
}

async function measured(notes: number): Promise<FeedsRow> {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-bench-'));
  const store = await startStore();
  try {
    await writeCollection(store.redis, notes);
    const snapshot = await openSnapshot(path.join(folder, 'snapshot.db'), { prerendered: notes });
    await syncPublished(store.redis, snapshot, 'bench');
    snapshot.computeRelated();
    const { content } = snapshot;
    const tags = (await content.largestTags(notes)).map(({ tag }): FeedSubject => ({ kind: 'tag', tag }));
    const people = (await content.mostPublished(notes)).map(({ author }): FeedSubject => ({
      kind: 'person',
      handle: author.handle,
    }));
    const whole: FeedSubject = { kind: 'site' };
    // The first run is a warm-up.
    await feedsOf(content, [whole]);
    const one = await timed(() => feedsOf(content, [whole]));
    const all = await timed(() => feedsOf(content, [whole, ...tags, ...people]));
    snapshot.close();
    const feeds = (1 + tags.length + people.length) * formats.length;
    return { notes, feeds, kb: Math.round(all.bytes / 1024), allMs: all.ms, siteMs: one.ms };
  } finally {
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Generates the feeds of these subjects and returns their size in bytes. */
async function feedsOf(content: Content, subjects: readonly FeedSubject[]): Promise<number> {
  let bytes = 0;
  for (const subject of subjects) {
    const found = await content.feed(subject);
    if (!found) throw new Error(`There is no feed of ${JSON.stringify(subject)}.`);
    const about = { id: 'tag:bench', title: 'Notes', description: 'Notes', base: feedPaths.ofTag('bench'), page: '/' };
    const feed = feedOf({ ...about, site }, found.notes, never);
    for (const format of formats) bytes += Buffer.byteLength(format(feed));
  }
  return bytes;
}

async function timed(work: () => Promise<number>): Promise<{ bytes: number; ms: number }> {
  const begun = performance.now();
  const bytes = await work();
  return { bytes, ms: Math.round(performance.now() - begun) };
}
