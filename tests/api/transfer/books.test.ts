import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import exporting from '../../../functions/export.ts';
import { epubcheck } from '../../../netlify/local/setup/programs.mjs';
import { putCopy } from '../../../src/capture/server/store/copies.ts';
import { addresses, forms } from '../../support/hostile/hostile-markdown.ts';
import { addNotes } from '../../../src/library/server/collections.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { createNote, deleteUnchanged } from '../../../src/notes/server/notes.ts';
import { limits } from '../../../src/platform/model/limits.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
let ada: Person;
let grace: Person;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'commonplace-books-'));
  api = await startApi();
  ada = await api.signUp('ada');
  grace = await api.signUp('grace');
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

async function write(note: object, by = ada): Promise<string> {
  return (await api.call('POST', '/api/notes', { cookie: by.cookie, body: note })).body.note?.uuid ?? '';
}

async function keep(uuid: string, url: string, html: string): Promise<void> {
  const facts = { title: 'The Page', description: '', author: 'A. Writer', site: 'The Site', language: 'en' };
  const copy = {
    ...{ url, at: '2026-11-21T09:30:00.000Z', html, minutes: 3 },
    facts: { ...facts, published: null, image: null, canonical: null },
  };
  expect((await putCopy(api.store.redis, { uuid, authorId: ada.user.id, url }, copy))?.grown).toBeGreaterThan(0);
}

async function book(method: string, address: string, body?: object, by = ada): Promise<Response> {
  const request = new Request(origin + address, {
    method,
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', Cookie: by.cookie },
    ...(body && { body: JSON.stringify(body) }),
  });
  return exporting(request, { params: {}, ip: '203.0.113.7', requestId: 'r', waitUntil: () => {} });
}

const unchecked: Uint8Array[] = [];

/** The files inside an EPUB, by name. */
async function opened(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(200);
  const bytes = await response.bytes();
  unchecked.push(bytes);
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));
}

/** The same after epubcheck has accepted it, which takes four seconds of processor time. */
async function checked(response: Response): Promise<Record<string, string>> {
  const files = await opened(response);
  await check(unchecked.pop() ?? expect.fail());
  return files;
}

async function check(bytes: Uint8Array): Promise<void> {
  const file = path.join(folder, 'book.epub');
  await writeFile(file, bytes);
  const [program = '', ...args] = epubcheck() ?? [];
  const said = await new Promise<string>((resolve) => {
    execFile(program, [...args, file], (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(said).toContain('No errors or warnings detected');
}

test('a note exports as a valid EPUB with its article, the owner’s own text and highlights', async () => {
  const url = 'https://example.org/page';
  const uuid = await write({ title: 'A page & “more”', body: 'My *words*.\n\n- [x] read', url });
  await keep(uuid, url, '<h2>Part</h2><p>The article.</p><img src="https://example.org/a.png" alt="A graph">');
  await api.call('POST', `/api/notes/${uuid}/highlights`, {
    cookie: ada.cookie,
    body: { quote: 'The article', start: 4, comment: 'Indeed <so>.' },
  });
  const response = await book('GET', `/api/books/${uuid}`);
  expect(response.headers.get('content-disposition')).toContain('.epub');
  const { 'book/0001.xhtml': chapter = '', 'book/book.opf': opf } = await checked(response);
  expect(opf).toContain('<dc:title>A page &amp; “more”</dc:title>');
  expect(chapter).toContain('The article.');
  expect(chapter).toContain('My <em>words</em>.');
  expect(chapter).toContain('☑ ');
  expect(chapter).toContain('<a href="https://example.org/a.png">[A graph]</a>');
  expect(chapter).toContain('Indeed &lt;so&gt;.');
  expect(chapter).toContain('A. Writer · The Site');
});

test('an EPUB shows formulas, footnotes and text direction as the note’s page does', async () => {
  const formulas = ['E = mc^2', '\\frac{a}{b}', '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}', '\\color{red} x'];
  const more = [
    '\\sqrt[3]{x}',
    '\\text{if } x < 1 \\& y',
    '\\overbrace{a+b}^{c}',
    '\\mathbb{R} \\to \\hat{x}',
    '\\boxed{x}',
    // Not allowed in any XML document.
    '\\text{a\ufffeb}',
  ];
  const body = `One.[^1] Two.[^two] [Nowhere](#nowhere) ${formulas.map((tex) => `$${tex}$`).join(' and ')}

${more.map((tex) => `$$${tex}$$`).join('\n\n')}

שלום, and so on.

- [x] done

<details><summary>Folded</summary>Unfolded.</details>

[^1]: Beside.
[^two]: Below.
`;
  const uuid = await write({ title: 'Formulas', body });
  const { 'book/0001.xhtml': chapter = '' } = await checked(await book('GET', `/api/books/${uuid}`));
  expect(chapter.match(/<math /g)).toHaveLength(formulas.length + more.length);
  expect(chapter).toMatch(/<mi>E<\/mi><mo>=<\/mo><mi>m<\/mi><msup>/);
  expect(chapter).toMatch(/<a id="user-content-fnref-1" href="#user-content-fn-1">1<\/a>/);
  expect(chapter).toContain('<a href="#user-content-fnref-1">');
  expect(chapter).toContain('<p dir="auto">שלום, and so on.</p>');
  expect(chapter).toContain('Unfolded.');
});

test('an EPUB of several notes keeps the requested order and omits what its reader may not read', async () => {
  const one = await write({ title: 'First' });
  const theirs = await write({ title: 'By Grace', body: 'Hers.' }, grace);
  const secret = await write({ title: 'A secret of Grace', visibility: 'private' }, grace);
  const files = await opened(await book('POST', '/api/books', { ids: [theirs, secret, one], title: 'Two' }));
  expect(files['book/contents.xhtml']?.match(/<li>.*?<\/li>/g)).toEqual([
    '<li><a href="0001.xhtml">By Grace</a></li>',
    '<li><a href="0002.xhtml">First</a></li>',
  ]);
  expect(Object.values(files).join('')).not.toContain('A secret of Grace');
  expect((await book('GET', `/api/books/${secret}`)).status).toBe(404);
  expect((await book('POST', '/api/books', { ids: [] })).status).toBe(400);
});

test('a collection exports as an EPUB in its own order, a smart one with its search results, and only for its owner', async () => {
  const [one, two] = [await write({ title: 'On ink', tags: ['ink'] }), await write({ title: 'On paper' })];
  const made = async (body: object) => {
    const answer = await api.call('POST', '/api/collections', { cookie: ada.cookie, body });
    return (answer.body as unknown as { collection: { id: string } }).collection.id;
  };
  const id = await made({ name: 'Writing tools' });
  for (const uuid of [two, one]) await api.call('PUT', `/api/collections/${id}/notes/${uuid}`, { cookie: ada.cookie });
  const chapters = async (collection: string) =>
    (await opened(await book('GET', `/api/books/collections/${collection}`)))['book/contents.xhtml']?.match(/On \w+/g);
  const inOrder = await api.call('GET', `/api/collections/${id}`, { cookie: ada.cookie });
  const titles = (inOrder.body as unknown as { notes: { title: string }[] }).notes.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['On ink', 'On paper']);
  expect(await chapters(id)).toEqual(titles);
  expect(await book('GET', `/api/books/collections/${id}`, undefined, grace)).toHaveProperty('status', 404);
  const smart = await made({ name: 'Ink', search: 'tag:ink' });
  const found = await opened(await book('GET', `/api/books/collections/${smart}`));
  expect(found['book/0001.xhtml']).toContain('On ink');
  expect(found['book/0002.xhtml']).toBeUndefined();
});

test('notes in the bin take no place of others in the book of a collection', async () => {
  const made = await api.call('POST', '/api/collections', { cookie: ada.cookie, body: { name: 'Long' } });
  const { id } = (made.body as unknown as { collection: { id: string } }).collection;
  const last = await write({ title: 'The last of many' });
  await api.call('PUT', `/api/collections/${id}/notes/${last}`, { cookie: ada.cookie });
  const binned = await Promise.all(
    Array.from({ length: limits.export.book }, async (_, at) => {
      const own = { uuid: uuidv7(), authorId: ada.user.id, now: new Date() };
      const note = noteFrom({ title: `Gone ${at}`, body: '', tags: [], visibility: 'private' }, own);
      await createNote(api.store.redis, note);
      return note;
    }),
  );
  const uuids = binned.map(({ uuid }) => uuid);
  expect(await addNotes(api.store.redis, ada.user.id, { id, uuids }, new Date())).toHaveProperty('ok', true);
  for (const { uuid, authorId } of binned) {
    const tombstone = { uuid, rev: 2, authorId, deletedAt: new Date().toISOString(), binned: true as const };
    expect(await deleteUnchanged(api.store.redis, tombstone)).toHaveProperty('ok', true);
  }
  const files = await opened(await book('GET', `/api/books/collections/${id}`));
  expect(files['book/0001.xhtml']).toContain('The last of many');
});

test('the EPUB is valid whatever a note or captured page contains', async () => {
  const url = 'https://example.org/strange';
  const uuid = await write({
    title: 'Strange \u0007]]> <b>title</b>',
    body: addresses
      .flatMap((address) => forms.slice(0, 6).map((form) => form(address)))
      .join('\n\n')
      .slice(0, 60_000),
    url,
  });
  await keep(
    uuid,
    url,
    '<em>a<p>b</p><ul><li>c</ul></em><h2>x<p>y</p></h2><dl><dd>only</dd></dl><ul>loose<p>p</p></ul><table><tfoot><tr><td>1' +
      '</table><figure><figcaption>f</figcaption>t<figcaption>g</figcaption></figure><a href="https://a.example/|x y">l<h3>h</h3>' +
      '<table><tr><td><a href="https://b.example">in</a></table></a><pre>a<p>b</p></pre><ol start="x"><li value="3">v</ol>\u000b\u0000 ]]>' +
      '<p><hr></p><blockquote>text</blockquote><sup><p>s</p></sup><a>no</a><code><ul><li>q</ul></code><img src="https://x/ y">',
  );
  await checked(await book('GET', `/api/books/${uuid}`));
});

test('the EPUB is valid with odd addresses of notes, links and pictures', async () => {
  const odd = [
    'https://example.org/a[b]"<c>?d=|{e}%f#g#h',
    'https://[2001:db8::1]:8080/^`#[',
    'https://u:p@a.example/\\x',
  ];
  const ids: string[] = [];
  for (const url of odd) {
    const shown = `<${url.replace(/[<>]/g, '\\$&')}>`;
    ids.push(await write({ title: 'Odd address', url, body: `[a link](${shown}) ![a picture](${shown})` }));
  }
  await checked(await book('POST', '/api/books', { ids, title: 'Odd addresses' }));
});

test('a copy of the maximum length is exported whole', async () => {
  const url = 'https://example.org/long';
  const uuid = await write({ title: 'Long', body: 'Mine.', url });
  const part = (number: number) =>
    `<h2>Part ${number}</h2><p>${'A <em>sentence</em> of it. '.repeat(50)}</p><ul><li>One</li><li>Two</li></ul>` +
    `<table><tbody><tr><td>Cell</td></tr></tbody></table><p><a href="https://example.org/${number}">More</a></p>`;
  const [end, parts] = ['<p>The last words.</p>', [] as string[]];
  for (let length = end.length; ;) {
    const next = part(parts.length);
    length += next.length;
    if (length > 2_000_000) break;
    parts.push(next);
  }
  await keep(uuid, url, parts.join('') + end);
  const { 'book/0001.xhtml': chapter = '' } = await opened(await book('GET', `/api/books/${uuid}`));
  expect(chapter).toContain('<p dir="auto">The last words.</p>');
});

test('the books of the other tests are valid too', { tags: ['long'] }, async () => {
  for (const bytes of unchecked) await check(bytes);
});
