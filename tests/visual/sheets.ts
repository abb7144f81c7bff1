import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startApp } from '../support/app.ts';
import { chromiumOptions } from '../support/browser/chromium.ts';
import { openLoaded, pathOf, screens, setLargeText, type Screen } from '../support/browser/screens.ts';
import { ApiUser } from '../support/people.ts';

/**
 * `npm run sheets [-- --widths 320,1280] [--looks light,dark,large,rtl] [--only note] [--url http://localhost:8888]`: every
 * screen on contact sheets, for each width and look, in .cache/sheets, to be looked at. `large` has text of
 * 200 %, `rtl` the page from right to left.
 */
const { values } = parseArgs({
  options: {
    widths: { type: 'string', default: '320,390,768,1280,1920' },
    looks: { type: 'string', default: 'light,dark,large,rtl' },
    only: { type: 'string', default: '' },
    url: { type: 'string' },
  },
});
const folder = path.resolve(import.meta.dirname, '../../.cache/sheets');
const chosen = screens.filter(({ name }) => name.includes(values.only));
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
const reader = {
  handle: 'a_reader',
  email: 'a_reader@example.org',
  password: 'a long phrase of a reader',
  name: 'Ada Reader',
};
const gap = 8;
const side = 1560;

await mkdir(folder, { recursive: true });
const app = values.url === undefined ? await startApp() : undefined;
const url = values.url ?? app?.url ?? '';
const browser = await chromium.launch(chromiumOptions());
try {
  const someone = await browser.newContext();
  // On a product that runs already, an earlier walk may have signed them up.
  const again = await ApiUser.signIn(someone.request, url, reader).catch(() => undefined);
  if (!again) await fill(await ApiUser.signUp(someone.request, url, reader));
  const theirs = await someone.storageState();

  for (const look of values.looks.split(',')) {
    for (const width of values.widths.split(',').map(Number)) {
      await writeSheets(`${look}-${width}`, await shots(look, width, theirs), width);
    }
  }
} finally {
  await browser.close();
  await app?.stop();
}

/** A picture of the first window and a half of each screen. */
async function shots(look: string, width: number, theirs: StorageState): Promise<Buffer[]> {
  const viewport = { width, height: width < 640 ? 1000 : Math.round(width * 0.9) };
  const colorScheme = look === 'dark' ? 'dark' : 'light';
  const shared = { viewport, colorScheme, baseURL: url, serviceWorkers: 'block' } as const;
  const pages = {
    out: await (await browser.newContext(shared)).newPage(),
    in: await (await browser.newContext({ ...shared, storageState: theirs })).newPage(),
  };
  const pictures: Buffer[] = [];
  for (const screen of chosen) pictures.push(await shot(screen.signedIn ? pages.in : pages.out, screen, look));
  await Promise.all(Object.values(pages).map((page) => page.context().close()));
  return pictures;
}

/** Something of one's own, so that no screen is empty that seldom is. */
async function fill(writer: ApiUser): Promise<void> {
  await writer.write({ title: 'A link worth keeping', url: 'https://example.org/essays/margins', tags: ['reading'] });
  await writer.write({ title: 'Half a thought about indexes', tags: ['notes', 'memory'], visibility: 'private' });
  const { note } = await writer.write({ title: 'What a margin is for', tags: ['books'], visibility: 'draft' });
  await writer.change(note, { body: 'A margin is where a reader answers.' });
}

async function shot(page: Page, screen: Screen, look: string): Promise<Buffer> {
  if (look === 'large') await setLargeText(page);
  await openLoaded(page, await pathOf({ url }, screen));
  if (look === 'rtl') await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  return page.screenshot({ animations: 'disabled' });
}

/** As large as they are still seen whole: six phones in a row, or three desks. */
async function writeSheets(name: string, pictures: readonly Buffer[], width: number): Promise<void> {
  const columns = width < 640 ? 6 : 3;
  const perSheet = columns * (width < 640 ? 2 : 3);
  const wide = Math.round((side - gap * (columns + 1)) / columns);
  for (let from = 0; from < pictures.length; from += perSheet) {
    const small = await Promise.all(
      pictures.slice(from, from + perSheet).map((picture) => sharp(picture).resize({ width: wide }).toBuffer()),
    );
    const { height: high = wide } = await sharp(small[0]).metadata();
    const rows = Math.ceil(small.length / columns);
    const file = path.join(folder, `${name}-${1 + from / perSheet}.png`);
    const placed = small.map((input, index) => ({
      input,
      left: gap + (index % columns) * (wide + gap),
      top: gap + Math.floor(index / columns) * (high + gap),
    }));
    await sharp({ create: { width: side, height: rows * (high + gap) + gap, channels: 3, background: '#888' } })
      .composite(placed)
      .png({ palette: true })
      .toFile(file);
    console.log(file);
  }
}
