import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedId, feedLimits, feedNotes, feedOf, type Feed } from '../../../src/feeds/model/feed.ts';
import { atomFeed, jsonFeed, rssFeed } from '../../../src/feeds/model/formats.ts';
import type { PublishedNote } from '../../../src/reading/model/content.ts';
import { readFeed } from '../../support/feeds.ts';
import { sampleNote, undiscussed } from '../../support/samples.ts';

const site = { url: 'https://commonplace.example', title: 'Commonplace.dev' };
const about = { id: feedId(site, 'notes'), title: 'Notes', description: 'All', base: '', page: '/', site };
const emptyAt = '2026-01-01T00:00:00.000Z';
const formats = [
  ['atom', atomFeed],
  ['rss', rssFeed],
  ['json', jsonFeed],
] as const;

function entry(fields: Partial<PublishedNote['note']> = {}, rest: Partial<PublishedNote> = {}): PublishedNote {
  const author = { id: 'u_ann', handle: 'ann', name: 'Ann', bio: '' };
  return {
    note: sampleNote(fields),
    author,
    html: '<p>Text.</p>',
    excerpt: 'Text.',
    minutes: 1,
    ...undiscussed,
    ...rest,
  };
}
const feed = (notes: PublishedNote[], over: Partial<Feed> = {}): Feed => ({
  ...feedOf(about, notes, emptyAt),
  ...over,
});

/** What a reader makes of a text that XML cannot contain unchanged. */
const held = (text: string) => text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');

describe.each(formats)('%s', (format, made) => {
  test('contains every note with id, address, full text, dates, tags and author', () => {
    const notes = [
      entry({ tags: ['a&b', 'c#'], title: 'Fish & "chips" <b>' }, { html: '<p>a &#x26; b &#x3C;</p>' }),
      entry({ url: 'https://elsewhere.example/?a=1&b=2' }),
    ];
    const read = readFeed(made(feed(notes)));
    expect(read).toMatchObject({ format, title: 'Notes', hub: undefined });
    expect(read.self).toMatch(/^https:\/\/commonplace\.example\/(feed\.xml|rss\.xml|feed\.json)$/);
    const [first, second] = notes.map(({ note }) => note);
    expect(read.entries[0]).toEqual({
      id: `urn:uuid:${first?.uuid}`,
      title: 'Fish & "chips" <b>',
      url: `https://commonplace.example/note/detail/${first?.uuid}/on-keeping-notes`,
      html: '<p>a &#x26; b &#x3C;</p>',
      published: format === 'rss' ? 'Sun, 01 Jun 2025 12:00:00 GMT' : '2025-06-01T12:00:00.000Z',
      tags: ['a&b', 'c#'],
      author: 'Ann',
    });
    expect(read.entries[1]?.id).toBe(`urn:uuid:${second?.uuid}`);
    expect(read.entries[1]?.html).toContain('<a href="https://elsewhere.example/?a=1&amp;b=2">');
  });

  test('is valid for any text, and loses only what no feed can contain', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ']]>',
        '<![CDATA[',
        '<!--',
        '&amp;',
        '&#0;',
        '\0\b\x1f\ufffe\uffff',
        '\ud800',
        '</title><x>',
        '"\'',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, name, html) => {
        const author = { id: 'u_ann', handle: 'ann', name, bio: '' };
        const shown = entry({ title: `t${title}t`, tags: [`x${title}x`] }, { author, html: `<p>${html}</p>` });
        const [read] = readFeed(made(feed([shown]))).entries;
        expect(read?.id).toBe(`urn:uuid:${shown.note.uuid}`);
        // Readers collapse white space, and some treat titles as HTML.
        const plain = format === 'json' || !/[&<\s]/.test(title);
        if (plain) expect(read?.title).toBe(format === 'json' ? `t${title}t` : `t${held(title)}t`);
      }),
      { numRuns: 100 },
    );
  });

  test('is valid without notes', () => {
    expect(readFeed(made(feed([]))).entries).toEqual([]);
  });

  test('names the hub if there is one', () => {
    const withHub = feed([entry()], { site: { ...site, hub: 'https://hub.example/?a=1&b=2' } });
    expect(readFeed(made(withHub)).hub).toBe('https://hub.example/?a=1&b=2');
  });

  test('of a tag in any script names its own address', () => {
    const base = `/tag/${encodeURIComponent('方丈記')}`;
    expect(readFeed(made(feed([entry()], { base }))).self).toContain(`${base}/`);
  });
});

describe('the notes of a feed', () => {
  test('are the newest up to a limit, each complete', () => {
    const notes = Array.from({ length: 80 }, () => entry());
    expect(feedNotes(notes)).toEqual(notes.slice(0, feedLimits.entries));
    const long = (length: number) => entry({}, { html: 'x'.repeat(length) });
    const large = [long(feedLimits.characters * 2), long(10)];
    expect(feedNotes(large)).toEqual(large.slice(0, 1));
    const two = [long(600_000), long(300_000), long(200_000), long(1)];
    expect(feedNotes(two)).toEqual(two.slice(0, 2));
  });

  test.each(['unlisted', 'private', 'draft'] as const)('are never %s', (visibility) => {
    expect(() => feedOf(about, [entry({ visibility })], emptyAt)).toThrow(/no feed shows it/);
  });

  test('change when any of them does', () => {
    const notes = [entry(), entry({ updatedAt: '2026-02-02T00:00:00.000Z' })];
    expect(feed(notes).updatedAt).toBe('2026-02-02T00:00:00.000Z');
    expect(feed([]).updatedAt).toBe(emptyAt);
  });

  test('have an id without a port', () => {
    expect(feedId({ url: 'http://localhost:81', title: '' }, 'tag/%E6%96%B9')).toBe('tag:localhost,2026:tag/%E6%96%B9');
  });
});
