import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/fixtures.ts';
import { collectErrors } from '../../support/browser/screens.ts';
import { fixedPages } from '../../support/builds/site-pages.ts';

// Policy violations are caused on purpose here, or checked by the journey itself.
test.use({ breaks: /Content Security Policy/i });

const paths = [...fixedPages.map(({ path }) => path), '/no/such/page', '/note/list/none', '/search', '/hot', '/tag'];

test('every page, from a file or from a function, is sent with its security headers', async ({ app, someoneElse }) => {
  const { path } = await someoneElse.write({ title: 'Answered by a function' });
  for (const page of [...paths, path]) {
    const { headers } = await fetch(app.url + page);
    const sent = (name: string) => headers.get(name) ?? '';
    expect.soft(sent('content-security-policy'), page).toContain("frame-ancestors 'none'");
    expect.soft(sent('content-security-policy'), page).toMatch(/default-src 'self';.*script-src 'self' 'sha256-/);
    expect.soft(sent('content-security-policy'), page).not.toMatch(/script-src[^;]* (?:'unsafe-|\*|data:|https?:)/);
    expect.soft(sent('strict-transport-security'), page).toMatch(/max-age=\d{8}/);
    expect.soft(sent('x-content-type-options'), page).toBe('nosniff');
    expect.soft(sent('referrer-policy'), page).toMatch(/^(strict-origin-when-cross-origin|same-origin|no-referrer)$/);
    expect.soft(sent('permissions-policy'), page).toContain('camera=()');
    expect.soft(sent('cache-control'), page).toMatch(/must-revalidate|no-store/);
  }
});

test('pages are revalidated, hashed assets are immutable, sessions are not stored', async ({
  app,
  request,
  signedIn: _,
}) => {
  const page = await request.get('/');
  expect(page.headers()['cache-control']).toContain('must-revalidate');
  expect(page.headers().etag).toBeTruthy();
  const askedAgain = async () => {
    const { etag = '' } = (await request.get('/')).headers();
    return (await request.get('/', { headers: { 'If-None-Match': etag } })).status();
  };
  // Another journey's note may be published between the two requests.
  await expect.poll(askedAgain).toBe(304);

  const asset = /\/_astro\/[^"')\s]+\.(?:js|css)/.exec(await page.text())?.[0] ?? '';
  expect(asset).not.toBe('');
  const ofAsset = (await request.get(asset)).headers();
  expect(ofAsset['cache-control']).toBe('public, max-age=31536000, immutable');
  // Headers that apply to documents only are sent with documents only.
  expect(page.headers()['permissions-policy']).toBeTruthy();
  expect(Object.keys(ofAsset).filter((name) => /-policy$|transport/.test(name))).toEqual([]);

  const latest = await request.get('/builds/latest.json');
  expect(latest.headers()['cache-control']).toMatch(/must-revalidate|no-cache|no-store/);

  const session = await fetch(`${app.url}/api/_auth/session`, { headers: { Accept: 'text/json' } });
  expect(session.headers.get('cache-control')).toContain('no-store');
});

test('the content security policy allows no inline script', async ({ page: own, browser, app, signedIn }) => {
  const { path } = await signedIn.write({ title: 'With a policy from a function' });
  const visitor = await browser.newPage({ baseURL: app.url });
  // Of each layout one, and one from a function: all have the same policy.
  for (const address of ['/', '/signin', '/note/item', path]) {
    // Someone who is signed in is redirected from the sign-in forms.
    const page = /^\/sign/.test(address) ? visitor : own;
    const answer = await page.goto(address);
    const metas = page.locator('meta[http-equiv="content-security-policy" i]');
    const inPage = await metas.evaluateAll((all) => all.map((meta) => meta.getAttribute('content') ?? ''));
    const policies = [...inPage, answer?.headers()['content-security-policy'] ?? ''];
    const scripts = policies.flatMap((policy) => policy.match(/(?:script-src|script-src-elem) [^;]*/g) ?? []);
    expect(scripts.length, address).toBeGreaterThan(0);
    for (const directive of scripts) expect(directive, address).not.toMatch(/'unsafe-|\*|data:| https?:(?!\/)/);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.ran = "yes"';
      document.head.append(script);
      return document.documentElement.dataset.ran;
    });
    expect(ran, address).toBeUndefined();
  }
  await visitor.close();
});

// A violation is also an error on the console, for which any journey fails.
test(
  'no page violates the policy or throws, signed in or not',
  { tag: '@long' },
  async ({ app, browser, page, signedIn }) => {
    const { path } = await signedIn.write({
      title: 'Watched',
      body: '```js\nconst a = 1;\n```\n\n| a |\n| - |\n| 1 |',
    });
    const visitor = await browser.newPage({ baseURL: app.url });
    // In parallel: most of the time is spent waiting for a page to become idle.
    expect((await Promise.all([page, visitor].map((one) => troublesOf(one, [...paths, path])))).flat()).toEqual([]);
    await visitor.close();
  },
);

/** Policy violations and exceptions on the pages at these paths. */
async function troublesOf(page: Page, addresses: readonly string[]): Promise<string[]> {
  const troubles = collectErrors(page);
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) troubles.push(`${page.url()}: ${message.text()}`);
  });
  await page.exposeFunction('report', (text: string) => void troubles.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
      const told = `${location.href}: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`;
      void (window as unknown as { report: (text: string) => void }).report(told);
    });
  });
  for (const address of addresses) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
  }
  return troubles;
}
