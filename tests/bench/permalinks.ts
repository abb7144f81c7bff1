import { chromium, type Browser } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCommentContext, writeComment } from '../../src/discussion/server/comments.ts';
import { paths } from '../../src/platform/model/paths.ts';
import { startApp } from '../support/app.ts';
import { chromiumOptions } from '../support/browser/chromium.ts';
import { ApiUser } from '../support/people.ts';
import { seededRandom } from '../support/seeded.ts';
import { startStore } from '../support/store.ts';
import { percentile } from './person.ts';

const comments = 10_000;
const opened = 25;
/** Comments written in parallel, each with three nested answers. */
const together = 20;

export type PermalinkFigure = { thread: number; opens: string; as: string; p50Ms: number; maxMs: number };

/**
 * How long it takes in Chromium from opening the address of a comment anywhere in a thread of 10,000 until it is in sight,
 * by a link of before (`#c-…` of the note, which a script answers) and by the address that needs none.
 */
export async function permalinkFigures(): Promise<PermalinkFigure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-bench-'));
  const store = await startStore();
  const env = {
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: store.token,
    SESSION_SECRET: 'a secret of the measurement alone',
  };
  const app = await startApp({ args: ['--empty'], env, dataDir: path.join(folder, 'data') });
  const browser = await chromium.launch(chromiumOptions());
  try {
    const context = await browser.newContext();
    const writer = await ApiUser.signUp(context.request, app.url);
    const { note, path: address } = await writer.write({ title: 'Much discussed', body: 'Words.' });
    const ids: string[] = [];
    const say = async (number: number, parent?: string) => {
      const body = `Comment ${number} says something of its own.`;
      const by = { authorId: note.authorId, now: new Date(Date.now() - (comments - number) * 1000) };
      const draft = { body, ...(parent && { parent }) };
      const written = await writeComment(
        store.redis,
        note.uuid,
        draft,
        await readCommentContext(store.redis, draft),
        by,
      );
      if (!written.ok) throw new Error(`The comment was refused: ${written.reason}`);
      ids.push(written.comment.id);
      return written.comment.id;
    };
    for (let number = 0; number < comments; number += 4 * together) {
      const branches = Array.from({ length: together }, (_, index) => number + 4 * index);
      await Promise.all(branches.map(async (at) => say(at + 3, await say(at + 2, await say(at + 1, await say(at))))));
    }
    // The last comment is written through the product, which publishes the page.
    await writer.comment(note.uuid, 'The last one.');
    const isPublished = async () =>
      (await (await fetch(app.url + address)).text()).includes(`data-count="${ids.length + 1}"`);
    while (!(await isPublished())) await new Promise((done) => void setTimeout(done, 500));
    const state = await context.storageState();
    const figures: PermalinkFigure[] = [];
    const ways = {
      'an old link': (id: string) => `${address}#c-${id}`,
      'its address': (id: string) => paths.comment(note.uuid, id),
    };
    for (const [opens, addressOf] of Object.entries(ways)) {
      for (const as of ['a visitor', 'its author']) {
        const times = await timesOf(browser, app.url, {
          ids,
          addressOf,
          state: as === 'a visitor' ? undefined : state,
        });
        const [p50Ms, maxMs] = [0.5, 1].map((share) => Math.round(percentile(times, share)));
        figures.push({ thread: comments, opens, as, p50Ms: p50Ms ?? 0, maxMs: maxMs ?? 0 });
      }
    }
    return figures;
  } finally {
    await browser.close();
    await app.stop();
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
type Opening = { ids: readonly string[]; addressOf: (id: string) => string; state: State | undefined };

async function timesOf(browser: Browser, url: string, { ids, addressOf, state }: Opening): Promise<number[]> {
  const random = seededRandom(9);
  const context = await browser.newContext(state ? { storageState: state } : {});
  const times: number[] = [];
  for (let count = 0; count < opened; count += 1) {
    const id = ids[Math.floor(random() * ids.length)] ?? '';
    const page = await context.newPage();
    const from = performance.now();
    await page.goto(`${url}${addressOf(id)}`, { waitUntil: 'commit' });
    await page.waitForFunction((wanted) => {
      const box = document.getElementById(`c-${wanted}`)?.getBoundingClientRect();
      return box !== undefined && box.top < innerHeight && box.top > -innerHeight;
    }, id);
    times.push(performance.now() - from);
    await page.close();
  }
  await context.close();
  // The first run is a warm-up.
  return times.slice(1);
}
