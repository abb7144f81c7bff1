import { randomBytes } from 'node:crypto';
import { parse } from 'yaml';
import type { App } from '../../support/app.ts';
import { readFeed, requireWellFormed, type ReadEntry } from '../../support/feeds.ts';
import { expect, test } from '../../support/browser/fixtures.ts';
import { fetchText, waitForFile, waitForPublishingIdle } from '../../support/builds/published.ts';

const files = ['feed.xml', 'rss.xml', 'feed.json'] as const;
const types = {
  'feed.xml': 'application/atom+xml; charset=utf-8',
  'rss.xml': 'application/rss+xml; charset=utf-8',
  'feed.json': 'application/feed+json',
} as const;
const sitewide = ['/sitemap.xml', '/sitemap/1.xml', '/llms.txt', '/robots.txt'];

async function fetched(app: App, address: string) {
  const answer = await fetch(app.url + address);
  expect(answer.status, address).toBe(200);
  return { text: await answer.text(), type: answer.headers.get('Content-Type') };
}

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '');

test('every feed of a build is readable by a feed reader, with full texts and stable ids', async ({
  app,
  someoneElse,
}) => {
  const { handle, name } = someoneElse.person;
  const hostile = {
    title: 'Fish & “chips” ]]> <b>bold</b> \u0007\u0085 方丈記',
    body: 'See [here](/note/list/1), ![p](/favicon.png), [below](#h-x).\n\n## x\n\n```html\n<a href="/x">]]></a>\n```\n\u0001\u{1F600}',
    tags: ['c#', '方丈記', 'only-here'],
    url: 'https://www.example.org/?a=1&b=%22',
  };
  const { note, path } = await someoneElse.write(hostile);
  const second = await someoneElse.write({ title: 'Second', tags: ['only-here'] });
  await waitForFile(app, path);
  await waitForFile(app, second.path);
  for (const base of ['', '/tag/only-here', `/tag/${encodeURIComponent('方丈記')}`, '/tag/c%2523', `/u/${handle}`]) {
    const read: ReadEntry[][] = [];
    for (const file of files) {
      const { text, type } = await fetched(app, `${base}/${file}`);
      expect(type).toBe(types[file]);
      const feed = readFeed(text);
      expect(feed.self).toBe(`${app.url}${base}/${file}`);
      const entry = feed.entries.find(({ id }) => id === `urn:uuid:${note.uuid}`);
      expect(entry, base + file).toMatchObject({ url: app.url + path, tags: hostile.tags, author: name });
      expect(entry?.html).toContain(`href="${app.url}/note/list/1"`);
      expect(entry?.html).toContain(`src="${app.url}/favicon.png"`);
      expect(entry?.html).toContain(`href="${app.url}${path}#h-x"`);
      expect(entry?.html).toContain('😀');
      expect(entry?.html).toContain('Read the original on example.org');
      const dates = feed.entries.map(({ published }) => Date.parse(published ?? ''));
      expect(dates.every(Number.isFinite)).toBe(true);
      expect(dates).toEqual([...dates].sort((a, b) => b - a));
      expect(feed.entries.length).toBeLessThanOrEqual(50);
      read.push(feed.entries);
    }
    const [atom, ...others] = read.map((entries) => entries.map(({ id }) => id));
    for (const ids of others) expect(ids).toEqual(atom);
  }
  expect(readFeed(await fetchText(app, `/u/${handle}/feed.xml`)).entries.map(({ id }) => id)).toEqual([
    `urn:uuid:${second.note.uuid}`,
    `urn:uuid:${note.uuid}`,
  ]);

  const changed = await someoneElse.change(note, { title: 'Another title by now' });
  await waitForFile(app, changed.path);
  const after = readFeed(await fetchText(app, `/u/${handle}/feed.xml`)).entries;
  expect(after.map(({ id, title }) => [id, title])).toContainEqual([`urn:uuid:${note.uuid}`, 'Another title by now']);
});

test('private, draft and unlisted notes appear in nothing that is made for other programs', async ({
  app,
  page,
  someoneElse,
}) => {
  const word = () => `w${randomBytes(8).toString('hex')}`;
  const tag = word();
  const shown = await someoneElse.write({ title: 'For everyone', tags: [tag] });
  const hidden: string[] = [];
  const sources: string[] = [];
  let unlisted = '';
  for (const visibility of ['draft', 'private', 'unlisted'] as const) {
    const words = [word(), word(), word()] as const;
    const { note } = await someoneElse.write({ title: words[0], body: words[1], tags: [tag, words[2]], visibility });
    hidden.push(note.uuid, ...words);
    sources.push(`/note/detail/${note.uuid}/${note.slug}.md`);
    if (visibility === 'unlisted') unlisted = `/note/detail/${note.uuid}/${note.slug}`;
  }
  await waitForFile(app, shown.path);
  await waitForFile(app, unlisted);
  const bases = ['', `/tag/${tag}`, `/u/${someoneElse.person.handle}`];
  const addresses = [...bases.flatMap((base) => files.map((file) => `${base}/${file}`)), ...sitewide];
  const texts = await Promise.all(addresses.map(async (address) => (await fetched(app, address)).text));
  for (const [index, text] of texts.entries()) {
    for (const secret of hidden) expect(text, addresses[index]).not.toContain(secret);
  }
  expect(texts.slice(0, -1).filter((text) => text.includes(shown.note.uuid)).length).toBe(addresses.length - 2);
  for (const source of sources) expect((await fetch(app.url + source)).status, source).toBe(404);

  await page.goto(unlisted);
  const announcing = '[property="og:image"], [name^="twitter:"], [type="application/ld+json"], [rel=alternate]';
  await expect(page.locator(announcing)).toHaveCount(0);
});

test('the sitemap names every announced page, and each of them exists', async ({ app }) => {
  // A build during the test could remove a page that was just read.
  await waitForPublishingIdle(app);
  const index = await fetched(app, '/sitemap.xml');
  requireWellFormed(index.text);
  expect(index.type).toBe('application/xml; charset=utf-8');
  const parts = locations(index.text);
  expect(parts).toEqual(expect.arrayContaining([`${app.url}/sitemap/1.xml`, `${app.url}/sitemap/pages.xml`]));
  const found: string[] = [];
  for (const part of parts) {
    const { text, type } = await fetched(app, part.slice(app.url.length));
    requireWellFormed(text);
    expect(type).toBe('application/xml; charset=utf-8');
    found.push(...locations(text));
  }
  expect(new Set(found).size).toBe(found.length);
  expect(found.filter((address) => address.includes('/note/detail/')).length).toBeGreaterThanOrEqual(30);
  for (const address of found) {
    const answer = await fetch(address, { redirect: 'manual' });
    expect(answer.status, address).toBe(200);
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(await answer.text())?.[1];
    expect(canonical, address).toBe(address);
  }
  const robots = await fetched(app, '/robots.txt');
  expect(robots.text).toContain(`Sitemap: ${app.url}/sitemap.xml`);
  const llms = await fetched(app, '/llms.txt');
  const [source] = /http\S+\.md/.exec(llms.text) ?? [];
  expect((await fetch(source ?? '')).status).toBe(200);
});

test('pages link to their feeds, and notes to their other formats', async ({ app, page, someoneElse }) => {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) troubles.push(message.text());
  });
  for (const [address, base] of [
    ['/', ''],
    ['/tag/reading/1', '/tag/reading'],
    ['/u/tomoko_arai', '/u/tomoko_arai'],
  ] as const) {
    await page.goto(address);
    const links = page.locator('head link[rel=alternate][title]');
    const hrefs = await links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('type'), link.getAttribute('href')]),
    );
    expect(hrefs).toEqual(files.map((file) => [types[file].split(';')[0], `${base}/${file}`]));
  }
  const described = await page.locator('link[rel=search]').getAttribute('href');
  const search = await fetched(app, described ?? '');
  requireWellFormed(search.text);
  expect(search.type).toBe('application/opensearchdescription+xml; charset=utf-8');
  const [, template = ''] = /template="([^"]+)"/.exec(search.text) ?? [];
  await page.goto(template.replace('{searchTerms}', 'montaigne'));
  await expect(page.getByRole('searchbox')).toHaveValue('montaigne');
  const title = 'Ends </script> & begins';
  const { note, path } = await someoneElse.write({ title, body: 'Text.' });
  const look = async () => {
    await page.goto(path);
    const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name);
    const data: unknown = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    expect(data).toMatchObject({
      '@type': ['Article', 'DiscussionForumPosting'],
      headline: title,
      url: app.url + path,
    });
    expect(await attribute('meta[name="twitter:card"]', 'content')).toBe('summary_large_image');
    const feed = await attribute('link[type="application/atom+xml"]', 'href');
    expect(feed).toBe(`/u/${someoneElse.person.handle}/feed.xml`);
    requireWellFormed((await fetched(app, feed ?? '')).text);

    const image = await fetch((await attribute('meta[property="og:image"]', 'content')) ?? '');
    expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return [picture.width, picture.height];
    }, `/note/image/${note.uuid}/1.png`);
    expect(size).toEqual([1200, 630]);

    const embed = await fetch((await attribute('link[type="application/json+oembed"]', 'href')) ?? '');
    expect(await embed.json()).toMatchObject({ version: '1.0', type: 'rich', title });

    const source = await fetched(app, (await attribute('link[type="text/markdown"]', 'href')) ?? '');
    expect(source.type).toBe('text/markdown; charset=utf-8');
    expect(parse(source.text.split('---\n')[1] ?? '')).toMatchObject({ title, uuid: note.uuid });
    return source.text;
  };
  const before = await look();
  await waitForFile(app, path);
  expect(await look()).toBe(before);
  expect(troubles).toEqual([]);
});

test('lists, tags, people and public collections have a picture of their own in previews', async ({
  app,
  page,
  signedIn,
}) => {
  const data = { name: 'Seen from elsewhere', visibility: 'public' };
  await page.request.post('/api/collections', { data, headers: { Origin: app.url } });
  const pictures = new Set<string>();
  const addresses = ['/', '/note/list/1', '/hot', '/tag', '/tag/reading/1', '/u/tomoko_arai'];
  for (const address of [...addresses, `/u/${signedIn.person.handle}/c/seen-from-elsewhere`]) {
    await page.goto(address);
    const picture = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
    const size = await page.evaluate(
      async (path) => {
        const { width, height } = await createImageBitmap(await (await fetch(path)).blob());
        return [width, height];
      },
      new URL(picture).pathname + new URL(picture).search,
    );
    expect(size, address).toEqual([1200, 630]);
    pictures.add(picture);
  }
  expect(pictures.size).toBe(addresses.length + 1);
});
