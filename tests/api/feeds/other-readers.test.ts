import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewNote } from '../../../src/notes/model/note.ts';
import type { PlatformContext } from '../../../src/platform/server/http/endpoint.ts';
import noteImage from '../../../functions/pictures.ts';
import notePage from '../../../functions/pages.ts';
import oembed from '../../../functions/api.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { origin } from '../../support/servers/origin.ts';

/** What non-browser clients get of a note: oEmbed, its picture and its Markdown. */

const unknown = '01890000-0000-7000-8000-000000000000';
let api: Api;
let ann: Person;

beforeAll(async () => {
  api = await startApi();
  ann = await api.signUp('ann');
  // Sharing the same link again and again is held for review for new members.
  await putRole(api.store.redis, ann.user.id, 'moderator');
});
afterAll(() => api.stop());

async function written(fields: Partial<NewNote> & { title: string }) {
  const { body } = await api.call('POST', '/api/notes', { cookie: ann.cookie, body: { body: 'Text.', ...fields } });
  if (!body.note) throw new Error(body.detail);
  return body.note;
}

type Answering = (request: Request, context: PlatformContext) => Promise<Response>;
const get = (handler: Answering, path: string, params: Record<string, string> = {}, cookie?: string) =>
  handler(new Request(origin + path, cookie ? { headers: { Cookie: cookie } } : {}), {
    params,
    ip: '203.0.113.7',
    requestId: 'request-1',
  });

const embedOf = (query: Record<string, string>) => get(oembed, `/api/oembed?${new URLSearchParams(query).toString()}`);
const imageOf = (uuid: string, file: string) => get(noteImage, `/note/image/${uuid}/${file}`, { uuid, file });
const sourceOf = (uuid: string, title: string, cookie?: string) =>
  get(notePage, `/note/detail/${uuid}/${title}`, { uuid, title }, cookie);

describe('oEmbed', () => {
  test('describes a note by its address, for any site, cacheable by the CDN', async () => {
    const note = await written({ title: 'Fish & chips', body: 'Said *so*.' });
    const answer = await embedOf({ url: `${origin}/note/detail/${note.uuid}/${note.slug}`, unknown: 'x' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(answer.headers.get('Netlify-Cache-Tag')).toBe(`note-${note.uuid},person-${note.authorId}`);
    expect(await answer.json()).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'Fish & chips',
      author_url: `${origin}/u/ann`,
      html: expect.stringContaining('Said so.') as string,
      thumbnail_url: `${origin}/note/image/${note.uuid}/1.png`,
    });
  });

  test.each(['unlisted', 'private', 'draft'] as const)('does not know %s notes', async (visibility) => {
    const note = await written({ title: 'Hidden', visibility });
    const answer = await embedOf({ url: `${origin}/note/detail/${note.uuid}/${note.slug}` });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('Hidden');
  });

  test.each([
    [{}, 400],
    [{ url: 'no address' }, 404],
    [{ url: `${origin}/tag/x/1` }, 404],
    [{ url: `${origin}/note/detail/${unknown}/x` }, 404],
    [{ url: `https://elsewhere.example/note/detail/${unknown}/x` }, 404],
    [{ url: `${origin}/`, maxwidth: 'wide' }, 400],
    [{ url: `${origin}/`, maxheight: '-1' }, 400],
    [{ url: `${origin}/`, format: 'xml' }, 501],
  ])('%j answers %i, with the reason', async (query, status) => {
    const answer = await embedOf(query);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
  });
});

describe('the preview picture of a note', () => {
  async function pixels(title: string, fields: Partial<NewNote> = {}) {
    const note = await written({ title, ...fields });
    const answer = await imageOf(note.uuid, `${note.rev}.png`);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(60_000);
    const image = sharp(bytes);
    expect(await image.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    return image.greyscale().raw().toBuffer();
  }
  /** The share of dark pixels in each row and column of a part of the picture. */
  function ink(picture: Buffer, [top, bottom]: [number, number], [left, right]: [number, number] = [0, 1200]): number {
    let dark = 0;
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) if ((picture[y * 1200 + x] ?? 255) < 128) dark += 1;
    }
    return dark / ((bottom - top) * (right - left));
  }

  test.each([
    'Latin, Ünïcode — “quotes”',
    'Ελληνικά και Кириллица',
    '見ぬ世の人を友とする',
    'रस्सी और पत्थर',
    'שלום עולם',
    'Party 🎉 time',
    'ภาษาไทย',
    '방문',
    '<b>&amp;</b>',
  ])('shows %s', async (title) => {
    const picture = await pixels(title, { url: 'https://www.example.org/a' });
    expect(ink(picture, [146, 250])).toBeGreaterThan(0.01);
    expect(ink(picture, [500, 560], [80, 600])).toBeGreaterThan(0.01);
  });

  test('differs for a different title', async () => {
    expect(await pixels('One thing')).not.toEqual(await pixels('Another thing'));
    expect(await pixels('見ぬ世の人')).not.toEqual(await pixels('友とするぞ'));
  });

  test('starts right-to-left titles at the right', async () => {
    const [left, right] = [
      [80, 400],
      [800, 1120],
    ] as [number, number][];
    const arabic = await pixels('مرحبا');
    expect([ink(arabic, [146, 260], left), ink(arabic, [146, 260], right) > 0.01]).toEqual([0, true]);
    const latin = await pixels('Hello');
    expect([ink(latin, [146, 260], left) > 0.01, ink(latin, [146, 260], right)]).toEqual([true, 0]);
  });

  test.each(['W'.repeat(200), 'words that follow each other '.repeat(7).slice(0, 199), '見'.repeat(200)])(
    'wraps %s within its margins',
    async (title) => {
      const picture = await pixels(title);
      expect(ink(picture, [146, 480])).toBeGreaterThan(0.02);
      expect(ink(picture, [130, 500], [0, 76])).toBe(0);
      expect(ink(picture, [130, 500], [1124, 1200])).toBe(0);
      expect(ink(picture, [484, 514])).toBe(0);
    },
  );

  test('truncates a long name before the site’s name', async () => {
    const named = async (name: string) => {
      expect((await api.call('PATCH', '/api/account', { cookie: ann.cookie, body: { name } })).status).toBe(200);
      return pixels(`By ${name}`);
    };
    const rows: [number, number] = [500, 580];
    const short = await named('Ann');
    const site = Array.from({ length: 600 }, (_, at) => 600 + at).find((x) => ink(short, rows, [x, x + 1]) > 0) ?? 0;
    const long = await named('W'.repeat(80));
    expect(ink(long, rows, [500, site - 60]), 'the name goes on').toBeGreaterThan(0.01);
    expect(ink(long, rows, [site - 30, site - 2]), 'and ends before').toBe(0);
    await named('ann');
  });

  test('is cached by the CDN until the note changes, and the address of another revision redirects to the current one', async () => {
    const note = await written({ title: 'Kept' });
    const answer = await imageOf(note.uuid, '1.png');
    expect(answer.headers.get('Netlify-CDN-Cache-Control')).toContain('durable');
    // It shows its author's name.
    expect(answer.headers.get('Netlify-Cache-Tag')).toBe(`note-${note.uuid},person-${note.authorId}`);
    // Supports conditional requests.
    const etag = answer.headers.get('ETag') ?? '';
    const again = new Request(`${origin}/note/image/${note.uuid}/1.png`, { headers: { 'If-None-Match': etag } });
    const params = { uuid: note.uuid, file: '1.png' };
    expect((await noteImage(again, { params, ip: '203.0.113.7', requestId: 'request-2' })).status).toBe(304);
    const other = await written({ title: 'Another' });
    expect((await imageOf(other.uuid, '1.png')).headers.get('ETag')).not.toBe(etag);
    for (const file of ['2.png', '1.jpg', 'x']) {
      const moved = await imageOf(note.uuid, file);
      expect([moved.status, moved.headers.get('Location')]).toEqual([302, `/note/image/${note.uuid}/1.png`]);
    }
  });

  test('exists for public notes only', async () => {
    for (const visibility of ['unlisted', 'private', 'draft'] as const) {
      const { uuid } = await written({ title: 'Hidden', visibility });
      expect((await imageOf(uuid, '1.png')).status).toBe(404);
    }
    expect((await imageOf(unknown, '1.png')).status).toBe(404);
    expect((await imageOf('x', '1.png')).status).toBe(404);
  });
});

describe('the Markdown of a note newer than the last build', () => {
  test('is served at its address with .md', async () => {
    const note = await written({ title: 'Ünïcode 書物', body: '# One\n\n*Two*' });
    const answer = await sourceOf(note.uuid, `${encodeURIComponent(note.slug)}.md`);
    expect(answer.headers.get('Netlify-Cache-Tag')).toBe(`note-${note.uuid},person-${note.authorId}`);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(await answer.text()).toMatch(/^---\ntitle: "Ünïcode 書物"\n[^]*\n---\n\n# One\n\n\*Two\*\n$/);
  });

  test('is found under any slug', async () => {
    const note = await written({ title: 'Right' });
    const answer = await sourceOf(note.uuid, 'wrong.md');
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, `/note/detail/${note.uuid}/right.md`]);
  });

  test('exists for public notes only, whoever asks', async () => {
    for (const visibility of ['unlisted', 'private', 'draft'] as const) {
      const note = await written({ title: 'Hidden', visibility });
      const answer = await sourceOf(note.uuid, `${note.slug}.md`, ann.cookie);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('Text.');
    }
    expect((await sourceOf(unknown, 'x.md')).status).toBe(404);
  });

  test('disappears with the note', async () => {
    const note = await written({ title: 'Gone' });
    await api.call('DELETE', `/api/notes/${note.uuid}`, { cookie: ann.cookie });
    expect((await sourceOf(note.uuid, `${note.slug}.md`)).status).toBe(410);
    expect((await imageOf(note.uuid, '1.png')).status).toBe(410);
    expect((await embedOf({ url: `${origin}/note/detail/${note.uuid}/gone` })).status).toBe(410);
  });
});

describe('the preview picture of a page', () => {
  const cardOf = (kind: string, name: string) => get(noteImage, `/preview/${kind}/${name}`, { kind, file: name });

  test('exists for existing tags, people and lists only', async () => {
    await written({ title: 'With a card', tags: ['cards/c#'] });
    for (const [kind, name] of [
      ['tag', 'cards_c%23.png'],
      ['person', 'ann.png'],
      ['list', 'hot.png'],
    ] as const) {
      const answer = await cardOf(kind, name);
      expect([answer.status, answer.headers.get('Content-Type')], name).toEqual([200, 'image/png']);
      const image = sharp(Buffer.from(await answer.arrayBuffer()));
      expect(await image.metadata(), name).toMatchObject({ width: 1200, height: 630 });
    }
    for (const [kind, name] of [
      ['tag', 'nobody-has-it.png'],
      ['person', 'nobody.png'],
      ['list', 'constructor.png'],
      ['constructor', 'x.png'],
      ['list', 'hot.jpg'],
    ] as const) {
      expect((await cardOf(kind, name)).status, name).toBe(404);
    }
  });
});
