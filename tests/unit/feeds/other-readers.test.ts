import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { noteMarkdown } from '../../../src/feeds/model/formats.ts';
import { noteUuidIn, oembed } from '../../../src/feeds/server/routes.ts';
import {
  llmsTxt,
  robotsTxt,
  sitemapFile,
  sitemapIndex,
  sitemapParts,
  sitemapShard,
} from '../../../src/feeds/model/site-texts.ts';
import { structuredData } from '../../../src/feeds/views/static/NoteHead.tsx';
import type { Note } from '../../../src/notes/model/note.ts';
import { requireWellFormed } from '../../support/feeds.ts';
import { sampleNote, undiscussed } from '../../support/samples.ts';

const site = { url: 'https://commonplace.example', title: 'Commonplace.dev', description: 'A book.' };
const author = { id: 'u_ann', handle: 'ann', name: 'Ann "A" <b>', bio: '' };
const shown = (fields: Partial<Note>) => ({
  note: sampleNote(fields),
  author,
  html: '',
  excerpt: 'a < b',
  minutes: 1,
  ...undiscussed,
});
const hostile = [
  '---',
  'a: b # c',
  '"quoted" \\ back',
  '- [x]',
  '!!js/function x',
  'a\u0085b\u2028c\u007f',
  '方丈記',
  "'",
  '{',
];

describe('a note as Markdown', () => {
  test.each(hostile)('keeps the title %j and its text exactly', (title) => {
    const body = `---\nnot: matter\n---\n\n${title}\n\n\ttabs  \n`;
    const entry = shown({ title, body, tags: ['c#', 'a.b'], url: 'https://e.example/?a=1#b' });
    const [, matter, text] = /^---\n([^]*?)\n---\n\n([^]*)\n$/.exec(noteMarkdown(entry, site.url)) ?? [];
    expect(text).toBe(body);
    expect(parse(matter ?? '')).toEqual({
      title,
      author: author.name,
      date: '2025-06-01T12:00:00.000Z',
      updated: '2025-06-01T12:00:00.000Z',
      tags: ['c#', 'a.b'],
      url: 'https://e.example/?a=1#b',
      canonical: `${site.url}/note/detail/${entry.note.uuid}/on-keeping-notes`,
      uuid: entry.note.uuid,
    });
  });
});

describe('JSON-LD', () => {
  test('describes an article and the post of a discussion', () => {
    const entry = shown({ url: 'https://e.example/', tags: ['a'] });
    expect(JSON.parse(structuredData(entry, site.url))).toMatchObject({
      '@type': ['Article', 'DiscussionForumPosting'],
      headline: 'On keeping notes',
      author: { '@type': 'Person', url: `${site.url}/u/ann` },
      image: `${site.url}/note/image/${entry.note.uuid}/1.png`,
      citation: 'https://e.example/',
    });
  });

  test('never closes the script element that contains it', () => {
    const title = '</script><script>alert(1)</script><!--';
    const text = structuredData(shown({ title }), site.url);
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toMatchObject({ headline: title });
  });
});

describe('oEmbed', () => {
  test('quotes the note without active content', () => {
    const answer = oembed(shown({ title: '<script>"&' }), site, { maxWidth: undefined, maxHeight: undefined });
    expect(answer).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 600,
      title: '<script>"&',
      thumbnail_width: 1200,
    });
    expect(answer.html).toContain('>&lt;script&gt;&quot;&amp;</a>');
    expect(answer.html).not.toMatch(/<script|<iframe| style=/);
  });

  test('respects the requested size', () => {
    const answer = oembed(shown({}), site, { maxWidth: 320, maxHeight: 100 });
    expect([answer.width, answer.height]).toEqual([320, 100]);
    expect(answer).not.toHaveProperty('thumbnail_url');
  });

  const uuid = '01890000-0000-7000-8000-000000000001';
  test.each([
    [`${site.url}/note/detail/${uuid}/slug`, uuid],
    [`${site.url}/note/detail/${uuid.toUpperCase()}?a#b`, uuid],
    [`${site.url}/note/detail/${uuid}`, uuid],
    [`https://evil.example/note/detail/${uuid}/slug`, undefined],
    [`${site.url}.evil.example/note/detail/${uuid}/slug`, undefined],
    [`${site.url}/tag/x/1`, undefined],
    ['/note/detail/x', undefined],
    ['javascript:alert(1)', undefined],
  ])('of %s calls the note %s', (address, expected) => {
    expect(noteUuidIn(address, site.url)).toBe(expected);
  });
});

describe('sitemaps', () => {
  test.each([1, 999, 1001, 50_000, 100_000, 3_000_000])(
    '%i notes are split into files of far fewer than 50,000',
    (notes) => {
      const parts = sitemapParts(notes);
      expect(notes / parts).toBeLessThanOrEqual(1000);
      expect(Math.log2(parts) % 1).toBe(0);
    },
  );

  test('keep a note in the same file while others are added', () => {
    const uuids = Array.from({ length: 1000 }, () => uuidv7());
    const sizes = [0, 0, 0, 0];
    for (const uuid of uuids) {
      const number = sitemapShard(uuid) % sizes.length;
      sizes[number] = (sizes[number] ?? 0) + 1;
    }
    for (const size of sizes) expect(size).toBeGreaterThan(150);
  });

  test('are well-formed for every address, and contain the known dates', () => {
    const entries = [{ path: '/a&b', changedAt: '2026-01-01T00:00:00.000Z' }, { path: '/' }];
    const file = sitemapFile(site.url, entries);
    requireWellFormed(file);
    requireWellFormed(sitemapIndex(site.url, [{ path: '/sitemap/1.xml' }]));
    requireWellFormed(sitemapFile(site.url, []));
    expect(file).toContain(`<loc>${site.url}/a&amp;b</loc>\n<lastmod>2026-01-01T00:00:00.000Z</lastmod>`);
  });
});

test('robots.txt names the sitemap by its absolute address and disallows pages for signed-in people', () => {
  const text = robotsTxt(site.url);
  expect(text).toContain('\nSitemap: https://commonplace.example/sitemap.xml\n');
  for (const path of ['/api/', '/new', '/inbox', '/user']) expect(text).toContain(`\nDisallow: ${path}\n`);
});

test('llms.txt starts with the name and description, and no title breaks out of its link', () => {
  const text = llmsTxt(site, [shown({ title: 'A [b](c) *d*\n# e' })]);
  expect(text).toMatch(/^# Commonplace\.dev\n\n> A book\.\n/);
  expect(text).toMatch(
    /\n- \[A \\\[b\\\]\(c\) \\\*d\\\* # e\]\(https:\/\/commonplace\.example\/note\/detail\/\S+\.md\): a \\< b\n/,
  );
});
