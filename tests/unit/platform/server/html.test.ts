import { describe, expect, test } from 'vitest';
import { assetsOf, importsOf, withCopyNotice, titleOf } from '../../../../src/platform/worker/html.ts';

const page = `<!doctype html><title>Salt &amp; &quot;bread&quot; · Commonplace.dev</title>
<link rel="stylesheet" href="/_astro/Brand.a1_b-c.css"><script type="module" src="/_astro/Blank.x.js"></script>
<main id="main" class="wrap"><h1>Salt</h1></main><a href="/_astro/Blank.x.js">again</a>`;

describe('a page shown offline', () => {
  test('says before its content why it is a copy and from when', () => {
    const said = withCopyNotice(page, 'offline', '2026-11-21T09:30:00.000Z');
    expect(said).toMatch(
      /<main id="main" class="wrap"><p [^>]*role="status"[^>]*>You’re offline\. This is the page as saved on <time datetime="2026-11-21T09:30:00.000Z">[^<]*2026[^<]*<\/time>\.<\/p><h1>/,
    );
  });

  test('names the network or the site as the cause', () => {
    expect(withCopyNotice(page, 'unreachable', '2026-11-21T09:30:00Z')).toContain(
      'The site can’t be reached right now.',
    );
    expect(withCopyNotice(page, 'slow', '2026-11-21T09:30:00Z')).toContain('The network is slow.');
  });
});

test('a title is the page’s own, decoded', () => {
  expect(titleOf(page)).toBe('Salt & "bread"');
  expect(titleOf('<title>Commonplace.dev</title>')).toBe('Commonplace.dev');
  expect(titleOf('<p>none</p>')).toBe('');
});

test('the assets of a page are the hashed files that it refers to, once each', () => {
  expect(assetsOf(page)).toEqual(['/_astro/Brand.a1_b-c.css', '/_astro/Blank.x.js']);
  expect(assetsOf('<p>plain</p>')).toEqual([]);
});

test('scripts for offline notices and for readers are loaded in advance', () => {
  expect(importsOf('const l=()=>t(()=>import(`./kept-page-notice.DgB_-6.js`).then(e=>e),__vite([0]))')).toEqual([
    '/_astro/kept-page-notice.DgB_-6.js',
  ]);
  expect(importsOf('const l=()=>import(`./reading-lazy.D3.js`)')).toEqual(['/_astro/reading-lazy.D3.js']);
});

test('the imports of a script include static ones, and no lazy ones', () => {
  const script =
    'import{t as e}from"./errors.B-1.js";import"./side.C_2.js";const l=()=>import("./late.D3.js");export{x}from"./own.E4.js"';
  expect(importsOf(script)).toEqual(['/_astro/errors.B-1.js', '/_astro/side.C_2.js', '/_astro/own.E4.js']);
});
