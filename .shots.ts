import { chromium } from '@playwright/test';
import { chromiumOptions } from './tests/support/browser/chromium.ts';
const [origin, handle, out, ...which] = process.argv.slice(2) as string[];
const browser = await chromium.launch(chromiumOptions());
const wanted = which.length ? which : ['1280light', '1280dark', '390light', '320light', '1920light'];
for (const one of wanted) {
  const [, width, scheme, path] = /^(\d+)(light|dark)(.*)$/.exec(one)!;
  const context = await browser.newContext({ baseURL: origin, viewport: { width: +width!, height: +width! < 600 ? 780 : 900 }, colorScheme: scheme as 'light' });
  await context.request.post('/api/auth/signin', { headers: { Origin: origin! }, data: { email: `${handle}@example.org`, password: `a long phrase of ${handle}` } });
  if (process.env.SEED) {
    const { items } = await (await context.request.get('/api/library?count=60')).json();
    for (const [i, { note }] of items.entries()) {
      if (i % 3 === 0) await context.request.put(`/api/notes/${note.uuid}/save`, { headers: { Origin: origin! }, data: { state: ['toread', 'reading', 'archived'][(i / 3) % 3], favourite: i % 2 === 0, progress: (i / 3) % 3 === 1 ? 0.4 : 0 } });
      if (i % 7 === 0) await context.request.patch(`/api/notes/${note.uuid}`, { headers: { Origin: origin! }, data: { rev: note.rev, visibility: i % 2 ? 'draft' : 'public' } });
    }
    delete process.env.SEED;
  }
  const page = await context.newPage();
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(one, m.text()));
  page.on('pageerror', (e) => console.log(one, e.message));
  await page.goto(path || '/user');
  await page.locator('[data-item], [data-empty], .page-head :is(h1)').last().waitFor();
  await page.waitForTimeout(700);
  const script = process.env.DO;
  if (script) await new Function('page', `return (async () => { ${script} })()`)(page);
  await page.waitForTimeout(200);
  console.log(one, 'overflow', await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth));
  await page.screenshot({ path: `${out}-${width}${scheme}.png` });
  await context.close();
}
await browser.close();
