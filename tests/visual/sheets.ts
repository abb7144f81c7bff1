import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startApp } from '../support/app.ts';
import { chromiumOptions } from '../support/browser/chromium.ts';
import { furnish } from '../support/browser/furnished.ts';
import { setTextSize } from '../support/browser/screens.ts';
import { pageOf, states } from '../support/browser/states/states.ts';
import { ApiUser, siteOwner } from '../support/people.ts';

/**
 * `npm run sheets [-- --widths 320,1280] [--looks light,dark,large,rtl] [--only note]`: every screen and state on contact
 * sheets, for each width and look, in .cache/sheets, to be looked at. `large` has text of 200 %, `rtl` the page from right
 * to left.
 */
const { values } = parseArgs({
  options: {
    widths: { type: 'string', default: '320,390,768,1280,1920' },
    looks: { type: 'string', default: 'light,dark,large,rtl' },
    only: { type: 'string', default: '' },
  },
});
const folder = path.resolve(import.meta.dirname, '../../.cache/sheets');
const chosen = states.filter(({ name }) => name.includes(values.only));
const shown: string[] = [];
const looks = values.looks.split(',');
const widths = values.widths.split(',').map(Number);
const gap = 8;
const side = 1480;
const widthOf = (name: string) => Number(name.split('-')[1]);
const columnsOf = (width: number) => (width < 640 ? 6 : 3);
/** As large as they are still seen whole: six phones in a row, or three desks. */
const sizeOf = (width: number) => Math.round((side - gap * (columnsOf(width) + 1)) / columnsOf(width));

await mkdir(folder, { recursive: true });
const app = await startApp({ env: { KIT: '1' } });
const browser = await chromium.launch(chromiumOptions());
try {
  const owner = await browser.newContext();
  await ApiUser.signUp(owner.request, app.url, siteOwner);
  await owner.close();
  const world = await furnish(app, 'usual');
  const pictures = new Map<string, Buffer[]>();
  for (const state of chosen) {
    try {
      const page = await pageOf(browser, app, world, state);
      for (const look of looks) await shoot(page, look, pictures);
      await page.close();
      shown.push(state.name);
      await writeSheets(pictures, false);
    } catch (error) {
      // One state that can't be opened takes away no sheet of the others.
      console.error(error);
      process.exitCode = 1;
    }
  }
  await writeSheets(pictures, true);
} finally {
  await browser.close();
  await app.stop();
}

/** Adds a picture of the first window and a half in this look at each width. */
async function shoot(page: Page, look: string, pictures: Map<string, Buffer[]>): Promise<void> {
  await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' });
  await setTextSize(page, look === 'large' ? 2 : 1);
  await page.evaluate((dir) => (document.documentElement.dir = dir), look === 'rtl' ? 'rtl' : 'ltr');
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 640 ? 1000 : Math.round(width * 0.9) });
    const picture = await page.screenshot({ animations: 'disabled' });
    const small = await sharp(picture)
      .resize({ width: sizeOf(width) })
      .toBuffer();
    const name = `${look}-${width}`;
    pictures.set(name, [...(pictures.get(name) ?? []), small]);
  }
}

/** Writes the sheets that have become full, so that they can be looked at while others are made; at the end, all. */
async function writeSheets(pictures: ReadonlyMap<string, Buffer[]>, isEnd: boolean): Promise<void> {
  for (const [name, taken] of pictures) {
    const perSheet = columnsOf(widthOf(name)) * (widthOf(name) < 640 ? 2 : 3);
    const over = taken.length % perSheet;
    const from = taken.length - (over || perSheet);
    if ((over === 0) !== isEnd) await writeSheet(name, 1 + from / perSheet, taken.slice(from), shown.slice(from));
  }
}

async function writeSheet(name: string, number: number, inSheet: readonly Buffer[], names: string[]): Promise<void> {
  const [columns, wide] = [columnsOf(widthOf(name)), sizeOf(widthOf(name))];
  const { height: high = wide } = await sharp(inSheet[0]).metadata();
  const placed = inSheet.map((input, index) => ({
    input,
    left: gap + (index % columns) * (wide + gap),
    top: gap + Math.floor(index / columns) * (high + gap),
  }));
  const file = path.join(folder, `${name}-${String(number).padStart(2, '0')}.png`);
  const height = Math.ceil(inSheet.length / columns) * (high + gap) + gap;
  await sharp({ create: { width: side, height, channels: 3, background: '#888' } })
    .composite(placed)
    .png({ palette: true })
    .toFile(file);
  console.log(`${file}\n  ${names.join(' · ')}`);
}
