import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type { App } from '../../support/app.ts';
import { chromiumOptions } from '../../support/browser/chromium.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { faceNames, type Face } from '../../support/browser/fonts.ts';
import { newPerson, siteOwner, ApiUser } from '../../support/people.ts';
import { waitForFile } from '../../support/builds/published.ts';
import { openLoaded, pathOf, screens, setLargeText } from '../../support/browser/screens.ts';
import { everyWidth, findOverflow } from '../../support/browser/widths.ts';
import { sampleOf } from '../../support/sample.ts';

/** Finds overflow on the pages at these paths, in a wide and a narrow face, as seen in this context. */
async function tooWideOf(
  app: App,
  context: BrowserContext,
  paths: readonly string[],
  widths?: readonly number[],
): Promise<string[]> {
  const storageState = await context.storageState();
  const found = await Promise.all(
    faceNames.map((face) =>
      inFace(face, { baseURL: app.url, storageState }, async (page) => {
        const here: string[] = [];
        for (const path of paths) {
          // Sections of a page share its path, so each is opened afresh.
          await page.goto('about:blank');
          await openLoaded(page, path);
          const tabs = path === '/moderation' ? await page.getByRole('tab').all() : [];
          for (const tab of [undefined, ...tabs]) {
            await tab?.click();
            await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
            here.push(...(await findOverflow(page, widths)).map((what) => `${path}, ${face}, ${what}`));
          }
        }
        return here;
      }),
    ),
  );
  return found.flat();
}

type Options = { baseURL?: string; storageState?: Awaited<ReturnType<BrowserContext['storageState']>> };

async function inFace<Result>(face: Face, options: Options, look: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch(chromiumOptions(face));
  try {
    return await look(await browser.newPage({ ...options, serviceWorkers: 'block' }));
  } finally {
    await browser.close();
  }
}

for (const [face, family] of [
  ['wide', 'DejaVu Sans'],
  ['narrow', 'PT Sans Narrow'],
] as const) {
  test(`test pages use the bundled ${face} font, whatever fonts the machine has`, async () => {
    const used = await inFace(face, {}, async (page) => {
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

const forVisitors = screens.filter(({ signedIn }) => !signedIn);
const kinds = [
  {
    which: 'each of three screens',
    visited: [...sampleOf(forVisitors, 3)],
    own: [...sampleOf(screens, 3)],
    tag: [],
    widths: undefined,
  },
  { which: 'every screen', visited: forVisitors, own: screens, tag: '@long', widths: everyWidth },
];

for (const { which, visited, tag, widths } of kinds) {
  test(`${which} does not overflow for a visitor, at any width`, { tag }, async ({ app, context }) => {
    const paths = await Promise.all(visited.map((screen) => pathOf(app, screen)));
    expect(await tooWideOf(app, context, [...paths, '/note/item'], widths)).toEqual([]);
  });
}

const body = [
  `## ${'H'.repeat(80)}`,
  'L'.repeat(300),
  `\`${'code'.repeat(50)}\``,
  `\`\`\`js\n${'const x = 1; '.repeat(30)}\n\`\`\``,
  `| ${'wide | '.repeat(20)}\n| ${'--- | '.repeat(20)}\n| ${'cell | '.repeat(20)}`,
  `$$${'x + y = '.repeat(30)}z$$`,
  `https://example.org/${'path/'.repeat(60)}`,
].join('\n\n');

for (const { which, own, tag, widths } of kinds) {
  const title = `${which} is whole for a member with the longest names and the widest notes`;
  test(title, { tag }, async ({ app, context }) => {
    const handle = newPerson().handle.padEnd(24, 'm');
    const name = 'Wolfgang Amadeus '.padEnd(80, 'W');
    const member = await ApiUser.signUp(context.request, app.url, { ...newPerson(), handle, name });
    const fields = { title: 'W'.repeat(60), body, url: `https://${'long.'.repeat(40)}org/`, tags: ['t'.repeat(32)] };
    const { path, note } = await member.write(fields);
    const draft = await member.write({ ...fields, visibility: 'draft' });
    const comment = await member.comment(note.uuid, `${'c'.repeat(200)}\n\n\`\`\`\n${'wide '.repeat(60)}\n\`\`\``);
    await member.write({ ...fields, visibility: 'private' });
    await member.remove((await member.write({ ...fields, title: 'B'.repeat(60) })).note);
    const data = { name: 'C'.repeat(60), description: 'D'.repeat(200), visibility: 'public' };
    const made = await context.request.post('/api/collections', { data, headers: { Origin: app.url } });
    const { collection } = (await made.json()) as { collection: { slug: string } };
    await waitForFile(app, path);
    const paths = await Promise.all(own.map((screen) => pathOf(app, screen)));
    const written = [
      path,
      draft.path,
      `/new?uuid=${note.uuid}`,
      `/u/${handle}`,
      `/u/${handle}/comments`,
      `/u/${handle}/c/${collection.slug}`,
      `/note/thread/${note.uuid}/${comment}`,
      `/note/copy?uuid=${note.uuid}`,
      '/unsubscribe',
      '/user#highlights',
    ];
    expect(await tooWideOf(app, context, [...paths, ...written], widths)).toEqual([]);
  });
}

for (const { which, own, tag, widths } of kinds) {
  test(
    `${which} does not overflow with text of twice the size, or from right to left`,
    { tag },
    async ({ app, page, signedIn }) => {
      await signedIn.write({
        title: 'A link worth keeping',
        url: 'https://example.org/essays/margins',
        tags: ['reading'],
      });
      const found: string[] = [];
      for (const screen of own) {
        await openLoaded(page, await pathOf(app, screen));
        await page.evaluate(() => (document.documentElement.dir = 'rtl'));
        found.push(...(await findOverflow(page, widths)).map((what) => `${screen.name}, from right to left, ${what}`));
      }
      await setLargeText(page);
      for (const screen of own) {
        await page.goto('about:blank');
        await openLoaded(page, await pathOf(app, screen));
        found.push(...(await findOverflow(page, widths)).map((what) => `${screen.name}, large, ${what}`));
      }
      expect(found).toEqual([]);
    },
  );
}

test('no screen of an owner overflows', async ({ app, context, playwright, someoneElse }) => {
  const { note } = await someoneElse.write({ title: 'W'.repeat(60), body });
  const elsewhere = await playwright.request.newContext();
  await (await ApiUser.signUp(elsewhere, app.url)).report('note', note.uuid);
  await elsewhere.dispose();
  await ApiUser.signIn(context.request, app.url, siteOwner);
  expect(
    await tooWideOf(app, context, ['/moderation', '/moderation/log/1', '/user', '/user/settings/publishing']),
  ).toEqual([]);
});

test('no open dialog overflows', async ({ page, signedIn }) => {
  const title = 'W'.repeat(60);
  const { path } = await signedIn.write({ title, body, tags: ['t'.repeat(32)] });
  const dialogs: readonly (readonly [path: string, opener: string, item?: string])[] = [
    [path, 'Ask'],
    [path, 'Text size and width'],
    ['/user', 'Ask'],
    ['/user#collections', 'New collection'],
    ...['Tags…', 'Collections…', 'Export…'].map((item) => ['/user', `Actions for ${title}`, item] as const),
  ];
  const found: string[] = [];
  for (const [at, opener, item] of dialogs) {
    await page.goto('about:blank');
    await page.setViewportSize({ width: 1280, height: 900 });
    await openLoaded(page, at);
    await page.getByRole('button', { name: opener }).first().click();
    if (item) await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    found.push(...(await findOverflow(page)).map((what) => `${at}, ${item ?? opener}, ${what}`));
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await findOverflow(page)).map((what) => `the keys, ${what}`));
  expect(found).toEqual([]);
});
