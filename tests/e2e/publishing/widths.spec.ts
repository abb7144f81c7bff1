import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumOptions } from '../../support/browser/chromium.ts';
import { expect, test as base } from '../../support/browser/fixtures.ts';
import { faceNames, type Face } from '../../support/browser/fonts.ts';
import { furnish, type World } from '../../support/browser/furnished.ts';
import { setLargeText } from '../../support/browser/screens.ts';
import type { State } from '../../support/browser/states/state.ts';
import { pageOf, states } from '../../support/browser/states/states.ts';
import { everyWidth, findOverflow } from '../../support/browser/widths.ts';
import { sampleOf } from '../../support/sample.ts';

/** Somebody with the longest names and the widest notes, once per worker. */
const test = base.extend<object, { world: World }>({
  world: [async ({ app }, give) => give(await furnish(app, 'longest')), { scope: 'worker', timeout: 600_000 }],
});
test.describe.configure({ mode: 'parallel' });

async function inFace<Result>(face: Face, look: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch(chromiumOptions(face));
  try {
    return await look(browser);
  } finally {
    await browser.close();
  }
}

for (const [face, family] of [
  ['wide', 'DejaVu Sans'],
  ['narrow', 'PT Sans Narrow'],
] as const) {
  test(`test pages use the bundled ${face} font, whatever fonts the machine has`, async () => {
    const used = await inFace(face, async (browser) => {
      const page = await browser.newPage();
      // Font families that machines have, and generic ones.
      const families = ['Noto Sans', 'Liberation Sans', 'Arial', 'Roboto', 'system-ui', 'sans-serif'];
      await page.setContent(families.map((name) => `<p style="font-family: ${name}, sans-serif">Quartz</p>`).join(''));
      const session = await page.context().newCDPSession(page);
      await session.send('DOM.enable');
      await session.send('CSS.enable');
      const { root } = await session.send('DOM.getDocument');
      const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
      const fonts = await Promise.all(nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })));
      return fonts.flatMap((node) => node.fonts.map(({ familyName }) => familyName));
    });
    expect(used).toEqual(Array.from({ length: 6 }, () => family));
  });
}

test('overflow is found and named', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const line = document.createElement('hr');
    line.style.width = '400px';
    document.querySelector('main')?.append(line);
  });
  expect(await findOverflow(page)).toEqual([
    expect.stringMatching(/^320 pixels: \d+ too wide: <hr/),
    expect.stringMatching(/^390 pixels: \d+ too wide: <hr/),
  ]);
});

/** What fits in the wide face rarely overflows in the narrow one, so that one is walked with all others only. */
const walks: {
  of: string;
  walked: readonly State[];
  tag: string[];
  faces: readonly Face[];
  at: string;
  widths?: readonly number[];
}[] = [
  { of: 'a sample of', walked: [...sampleOf(states, 40)], tag: [], faces: ['wide'], at: 'six widths' },
  // Parts, which workers share evenly.
  ...[0, 1, 2, 3].map((part) => ({
    of: `part ${part + 1} of`,
    walked: states.filter((_, index) => index % 4 === part),
    tag: ['@long'],
    faces: faceNames,
    at: 'every width',
    widths: everyWidth,
  })),
];

for (const { of, walked, tag, faces, at, widths } of walks) {
  for (const face of faces) {
    test(`nothing overflows on ${of} the screens at ${at} in the ${face} face`, { tag }, async ({ app, world }) => {
      const found: string[] = [];
      await inFace(face, async (browser) => {
        for (const state of walked) {
          const page = await pageOf(browser, app, world, state);
          found.push(...(await overflowsOf(page, face, widths)).map((what) => `${state.name}, ${what}`));
          await page.close();
        }
      });
      expect(found).toEqual([]);
    });
  }
}

/** Overflow from left to right and, in the wide face, from right to left and with text twice as large. */
async function overflowsOf(page: Page, face: Face, widths: readonly number[] | undefined): Promise<string[]> {
  const found = await findOverflow(page, widths);
  if (face === 'narrow') return found;
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  found.push(...(await findOverflow(page, widths)).map((what) => `from right to left, ${what}`));
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  await setLargeText(page);
  found.push(...(await findOverflow(page, widths)).map((what) => `large, ${what}`));
  return found;
}
