import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capturePage } from '../../../src/capture/server/capture-page.ts';
import type { NetworkAccess } from '../../../src/capture/server/get.ts';
import { articlePage, paragraph, startSite, loopbackOnly } from '../../support/browser/pages.ts';
import { nowhere } from '../../support/servers/origin.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const facts = `<meta property="og:title" content="On &amp; in margins"><meta name="description" content="Why they are wide.">
  <meta name="author" content="Ann Lee"><meta property="og:site_name" content="The Site">
  <meta property="article:published_time" content="2024-05-06T07:08:09+02:00">
  <meta property="og:image" content="/lead.jpg"><link rel="canonical" href="/on-margins">`;
const redirect = (location: string) => (_: unknown, response: ServerResponse) => {
  response.writeHead(302, { Location: location }).end();
};
const withStatus =
  (status: number, type = 'text/html') =>
  (_: unknown, response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': type }).end(articlePage());
  };

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite({
    '/article': articlePage({ head: facts }),
    '/packed': (_, response) => {
      response.writeHead(200, { ...html, 'Content-Encoding': 'br' }).end(brotliCompressSync(articlePage()));
    },
    '/bomb': (_, response) => {
      response.writeHead(200, { ...html, 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    },
    '/endless': (_, response) => {
      response.writeHead(200, html);
      const go = () => void (response.write(paragraph.repeat(100)) ? setImmediate(go) : response.once('drain', go));
      go();
    },
    '/nothing-packed': (_, response) => {
      response.writeHead(200, { ...html, 'Content-Encoding': 'gzip' });
      const nothing = Buffer.alloc(200_000, gzipSync(''));
      const go = () => void (response.write(nothing) ? setImmediate(go) : response.once('drain', go));
      go();
    },
    '/broken': (_, response) => {
      response.writeHead(200, { ...html, 'Content-Encoding': 'gzip' }).end(gzipSync(articlePage()).subarray(0, 40));
    },
    '/silent': () => undefined,
    '/slow': (_, response) => void response.writeHead(200, html).write('<p>'),
    '/loop': redirect('/loop'),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((step) => [`/hop${step}`, redirect(step === 1 ? '/article' : `/hop${step - 1}`)]),
    ),
    '/inside': redirect('http://127.0.0.2:8099/'),
    '/metadata': redirect('http://169.254.169.254/latest/meta-data'),
    '/mail': redirect('http://mail.example.org:25/'),
    '/file': redirect('file:///etc/passwd'),
    '/picture': withStatus(200, 'image/png'),
    '/gone': withStatus(410),
    '/members': withStatus(401),
    '/forbidden': withStatus(403),
    '/failing': withStatus(500),
    '/login': '<form><label>Name <input></label><label>Password <input type="password"></label></form>',
    '/no-archive': articlePage({ head: '<meta name="ROBOTS" content="index, noarchive">' }),
    '/no-archive-header': (_, response) => {
      response.writeHead(200, { ...html, 'X-Robots-Tag': 'noarchive' }).end(articlePage());
    },
    '/kept-out/article': articlePage(),
    '/robots.txt': 'User-agent: commonplace\nDisallow: /kept-out/\n\nUser-agent: *\nDisallow: /\n',
    '/empty': '',
    '/latin': (_, response) => {
      const page = articlePage({ head: '<meta property="og:title" content="Café">' }).replace(
        '<meta charset="utf-8">',
        '',
      );
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(Buffer.from(page, 'latin1'));
    },
    '/utf16': (_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(Buffer.from(`\ufeff${articlePage({ head: facts })}`, 'utf16le'));
    },
    '/utf16-by-type': (_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-16be' })
        .end(Buffer.from(articlePage({ head: facts }), 'utf16le').swap16());
    },
    '/not-utf16': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-16' }).end(articlePage({ head: facts }));
    },
    '/truncated': articlePage({ head: facts }).slice(0, -200),
    '/deep': `${'<div>'.repeat(10_000)}${paragraph}`,
    '/crowded': `<title>Crowded</title>${'<p>x<b>y</b></p>'.repeat(60_000)}`,
  });
});
afterAll(() => site.stop());

const now = new Date('2026-01-01T00:00:00Z');
const capture = (path: string, reach: NetworkAccess = loopbackOnly, withinMs = 8000) =>
  capturePage(path.startsWith('http') ? path : site.url + path, {
    now,
    siteUrl: 'https://commonplace.example',
    reach,
    withinMs,
  });

describe('a captured page', () => {
  test('is read with its metadata and text', async () => {
    const captured = await capture('/article#part');
    if (!captured.ok) throw new Error(captured.reason);
    expect(captured.url).toBe(`${site.url}/article`);
    expect(captured.facts).toEqual({
      title: 'On & in margins',
      description: 'Why they are wide.',
      author: 'Ann Lee',
      site: 'The Site',
      language: 'en-GB',
      published: '2024-05-06T05:08:09.000Z',
      image: `${site.url}/lead.jpg`,
      canonical: `${site.url}/on-margins`,
    });
    expect(captured.text).toContain('room to answer');
    expect(captured.text).not.toContain('About');
    expect(captured.copy).toMatchObject({ url: `${site.url}/article`, at: now.toISOString(), minutes: 3 });
  });

  test.each(['/packed', '/truncated', '/hop5'])('is read at %s too', async (path) => {
    expect(await capture(path)).toMatchObject({ ok: true, text: expect.stringContaining('room to answer') });
  });

  test('is decoded with its own encoding', async () => {
    expect(await capture('/latin')).toMatchObject({ ok: true, facts: { title: 'Café' } });
    for (const path of ['/utf16', '/utf16-by-type', '/not-utf16'])
      expect(await capture(path)).toMatchObject({ ok: true, facts: { title: 'On & in margins' } });
  });

  test.each([
    ['/bomb', 'too-large'],
    ['/endless', 'too-large'],
    ['/nothing-packed', 'too-large'],
    ['/broken', 'unreachable'],
    [`${nowhere}/`, 'unreachable'],
    ['/loop', 'redirects'],
    ['/hop6', 'redirects'],
    ['/inside', 'forbidden'],
    ['/metadata', 'forbidden'],
    ['/file', 'address'],
    ['ftp://example.org/', 'address'],
    ['/mail', 'address'],
    ['/picture', 'not-html'],
    ['/nowhere', 'missing'],
    ['/gone', 'missing'],
    ['/members', 'sign-in'],
    ['/forbidden', 'sign-in'],
    ['/login', 'sign-in'],
    ['/failing', 'refused'],
  ])('at %s is refused: %s', async (path, reason) => {
    expect(await capture(path)).toEqual({ ok: false, reason });
  });

  test.each(['/silent', '/slow'])('that takes too long is abandoned: %s', async (path) => {
    expect(await capture(path, loopbackOnly, 300)).toEqual({ ok: false, reason: 'slow' });
  });

  test.each([
    ['/deep', 'too-long'],
    ['/crowded', 'too-long'],
    ['/empty', 'no-text'],
  ])('without a text worth keeping still has its metadata, with the reason: %s', async (path, copy) => {
    expect(await capture(path)).toMatchObject({ ok: true, text: '', copy });
  });

  test('is copied only if its site and itself allow it', async () => {
    for (const path of ['/kept-out/article', '/no-archive', '/no-archive-header']) {
      expect(await capture(path), path).toMatchObject({
        ok: true,
        facts: { title: 'On margins | Site' },
        copy: 'robots',
      });
    }
    const failing = await startSite({ '/article': articlePage(), '/robots.txt': withStatus(503) });
    expect(await capture(`${failing.url}/article`)).toMatchObject({ ok: true, copy: 'robots' });
    await failing.stop();
  });
});

describe('an internal address', () => {
  const { port } = new URL('http://a:1');
  test.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://0',
  ])('is never requested: %s', async (address) => {
    const before = site.calls.length;
    const at = `${address}:${new URL(site.url).port || port}/article`;
    const captured = await capturePage(at, { now, siteUrl: 'https://commonplace.example' });
    expect(captured).toEqual({ ok: false, reason: 'forbidden' });
    expect(site.calls.length).toBe(before);
  });

  test('behind a name is refused, even if only one of its addresses is internal', async () => {
    const resolve: NetworkAccess['resolve'] = (_name, _options, done) => {
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]);
    };
    const at = site.url.replace('127.0.0.1', 'pages.example');
    expect(await capture(`${at}/article`, { ...loopbackOnly, resolve })).toEqual({ ok: false, reason: 'forbidden' });
    const alone: NetworkAccess['resolve'] = (_name, _options, done) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    expect(await capture(`${at}/article`, { ...loopbackOnly, resolve: alone })).toMatchObject({ ok: true });
  });

  test('is refused at the socket if its name resolves differently by then, before anything is sent', async () => {
    const before = site.calls.length;
    let asked = 0;
    const mayReach = () => (asked += 1) === 1;
    expect(await capture('/article', { mayReach })).toEqual({ ok: false, reason: 'forbidden' });
    expect(asked).toBe(2);
    expect(site.calls.length).toBe(before);
  });
});
