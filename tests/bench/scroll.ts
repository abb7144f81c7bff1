import { chromium, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { startApp } from '../support/app.ts';
import { chromiumOptions } from '../support/browser/chromium.ts';
import { ApiUser } from '../support/people.ts';
import { percentile } from './person.ts';

type Row = {
  notes: number;
  how: string;
  frames: number;
  /** Between one frame and the next by the clock, including whatever else the machine does. */
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
  /** Frames in which no row of the list was visible. */
  blank: number;
  /** The longest that the page's own thread worked without a break: what a frame takes where nobody else needs the core. */
  longestTaskMs: number;
  tasksOver50Ms: number;
};

/** Pixels per frame: at reading pace, as fast as a wheel, and dragging the scroll bar through everything. */
const paces = [
  { how: 'along', pixels: 120, frames: 400 },
  { how: 'in haste', pixels: 1500, frames: 400 },
  { how: 'by the bar', pixels: 20_000, frames: 170 },
] as const;

/** `npm run bench -- scroll`: through a library of so many notes, in rows and in cards. */
export async function benchScrolling(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const rows: Row[] = [];
  const app = await startApp({ args: ['--empty'] });
  const browser = await chromium.launch(chromiumOptions());
  try {
    for (const notes of sizes) {
      console.error(`${notes} notes …`);
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      await ApiUser.signUp(context.request, app.url);
      await bring(context.request, app.url, notes);
      const page = await context.newPage();
      for (const layout of ['rows', 'cards']) {
        await page.goto(`${app.url}/user?view=${layout}`);
        await page.locator(`[data-item][aria-setsize="${notes}"]`).first().waitFor({ timeout: 300_000 });
        await page.waitForLoadState('networkidle');
        for (const pace of paces) rows.push({ notes, ...(await scrolled(browser, page, layout, pace)) });
      }
      await context.close();
    }
  } finally {
    await browser.close();
    await app.stop();
  }
  if (json) for (const row of rows) console.log(JSON.stringify(row));
  else console.table(rows);
}

/** Imports bookmarks of forty sites, in files as large as one call accepts. */
async function bring(request: APIRequestContext, url: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += 10_000) {
    const links = Array.from({ length: Math.min(10_000, count - done) }, (_, index) => {
      const number = done + index;
      const date = 1_700_000_000 + number * 600;
      return `<DT><A HREF="https://site${number % 40}.example/${number}" ADD_DATE="${date}" TAGS="tag${number % 30}">What is number ${number} of all that was kept, and why</A>`;
    });
    const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${links.join('\n')}\n</DL>`;
    const file = { name: 'bookmarks.html', mimeType: 'text/html', buffer: Buffer.from(text) };
    const headers = { Origin: url };
    const answer = await request.post(`${url}/api/import`, { headers, multipart: { visibility: 'private', file } });
    if (answer.status() !== 200) throw new Error(`The import answered ${answer.status()}: ${await answer.text()}`);
  }
}

type Pace = (typeof paces)[number];

async function scrolled(browser: Browser, page: Page, layout: string, { how, pixels, frames }: Pace) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  const { waits, blank } = await page.evaluate(
    async ([by, count]) => {
      const waits: number[] = [];
      let blank = 0;
      scrollTo(0, 0);
      let last = performance.now();
      for (let frame = 0; frame < count; frame += 1) {
        scrollBy(0, by);
        await new Promise((drawn) => requestAnimationFrame(drawn));
        waits.push(performance.now() - last);
        last = performance.now();
        const seen = document.elementFromPoint(innerWidth / 2 + 100, innerHeight / 2);
        if (!seen?.closest('[data-item]')) blank += 1;
      }
      return { waits, blank };
    },
    [pixels, frames] as const,
  );
  const tasks = tasksOf(String(await browser.stopTracing()));
  return {
    how: `${layout}, ${how}`,
    frames,
    p50Ms: Math.round(percentile(waits, 0.5)),
    p99Ms: Math.round(percentile(waits, 0.99)),
    mostMs: Math.round(Math.max(...waits)),
    blank,
    longestTaskMs: Math.round(Math.max(0, ...tasks)),
    tasksOver50Ms: tasks.filter((ms) => ms > 50).length,
  };
}

type Traced = { name: string; ph: string; pid: number; tid: number; tdur?: number; args: { name?: string } };

/** The tasks of a page's main thread, in milliseconds of self time each. */
function tasksOf(trace: string): number[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: Traced[] };
  const place = ({ pid, tid }: Traced) => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(place),
  );
  return traceEvents
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && pages.has(place(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
}
