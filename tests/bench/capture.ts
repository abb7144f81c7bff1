import { capturePage } from '../../src/capture/server/capture-page.ts';
import { articlePage, paragraph, startSite, loopbackOnly } from '../support/browser/pages.ts';
import { percentile } from './person.ts';

const runs = 7;

/**
 * Times the capture of a page of each size (in KB), served by this machine: fetched, parsed, cleaned and ready to
 * store.
 */
export async function benchCapture(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const rows: { pageKb: number; medianMs: number; slowestMs: number; textKb: number }[] = [];
  for (const size of sizes) {
    const page = articlePage({ body: paragraph.repeat(Math.ceil((size * 1024) / paragraph.length)) });
    const site = await startSite({ '/page': page });
    const options = { now: new Date(), siteUrl: 'https://commonplace.example', reach: loopbackOnly };
    const times: number[] = [];
    let textKb = 0;
    for (let run = 0; run <= runs; run += 1) {
      const start = performance.now();
      const captured = await capturePage(`${site.url}/page`, options);
      if (!captured.ok || typeof captured.copy === 'string') throw new Error('The page was not captured.');
      // The first run is a warm-up.
      if (run > 0) times.push(performance.now() - start);
      textKb = Math.round(captured.text.length / 1024);
    }
    await site.stop();
    rows.push({
      pageKb: Math.round(page.length / 1024),
      medianMs: Math.round(percentile(times, 0.5)),
      slowestMs: Math.round(Math.max(...times)),
      textKb,
    });
    if (json) console.log(JSON.stringify(rows.at(-1)));
  }
  if (!json) console.table(rows);
}
