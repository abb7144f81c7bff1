import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { ImportItem } from '../../src/transfer/model/import-item.ts';
import type { Import, ImportLine } from '../../src/transfer/model/import.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { keys } from '../../src/platform/server/store/keys.ts';
import type { ApiResponse, Api, Person } from './api.ts';
import { fixturePath } from './import-files.ts';
import { origin } from './servers/origin.ts';
import { StoredLiveNote } from '../../src/notes/server/store/note-parts.ts';

export type Report = { import: Import; lines: ImportLine[]; total: number };

/** Sends a file to POST /api/import, as `curl -F file=@…` does. */
export async function sendFile(
  api: Api,
  { cookie }: Person,
  content: string | Uint8Array,
  { name = 'file', visibility }: { name?: string; visibility?: string } = {},
): Promise<ApiResponse & { report: Report }> {
  const form = new FormData();
  if (visibility !== undefined) form.set('visibility', visibility);
  form.set('file', new File([content as BlobPart], name));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const body = new Uint8Array(await request.arrayBuffer());
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  const answer = await api.call('POST', '/api/import', { cookie, body, headers });
  await api.settled();
  return { ...answer, report: answer.body as unknown as Report };
}

/** Imports an example export of a program. */
export async function sendFixture(api: Api, person: Person, name: string, visibility?: string) {
  const content = await readFile(fixturePath(name));
  return sendFile(api, person, content, { name, ...(visibility === undefined ? {} : { visibility }) });
}

/** All stored notes of a person, oldest first. */
export async function notesOf(api: Api, { user }: Person): Promise<Note[]> {
  const uuids: string[] = await api.store.redis.zrange(keys.authorNotes(user.id), 0, -1);
  const stored = uuids.length > 0 ? await api.store.redis.mget<string[]>(...uuids.map(keys.note)) : [];
  return stored.map((json) => StoredLiveNote.parse(json));
}

/** How many entries were kept, merged, and refused. */
export function countsOf({ import: { kept, merged, refused } }: Report): [number, number, number] {
  return [kept, merged, refused];
}

export function expectAccepted({ status, body }: ApiResponse): void {
  expect([status, body.detail]).toEqual([200, undefined]);
}

/** The file that GET /api/export sends. */
export async function exportOf({ cookie }: Person, format: string): Promise<Uint8Array> {
  const { default: handler } = await import('../../functions/export.ts');
  const request = new Request(`${origin}/api/export?format=${format}`, { headers: { Cookie: cookie } });
  const answer = await handler(request, { params: {}, ip: '203.0.113.7', requestId: 'request-1' });
  expect(answer.status).toBe(200);
  return answer.bytes();
}

export type Item = Partial<ImportItem> & { title: string };

/** Imports items as the reader of a file would, one part per list. */
export async function importItems(
  api: Api,
  { cookie }: Person,
  lists: Item[][],
  visibility = 'private',
): Promise<Report> {
  const fingerprint = randomBytes(32).toString('hex');
  const body = { name: 'file', format: 'Test', size: 1, fingerprint, visibility };
  const begun = await api.call('POST', '/api/imports', { cookie, body });
  const { id } = (begun.body as unknown as { import: Import }).import;
  let from = 0;
  for (const [at, items] of lists.entries()) {
    const entries = items.map((item, index) => ({ place: `item ${from + index + 1}`, item }));
    const part = { from, entries, last: at === lists.length - 1 };
    const answer = await api.call('POST', `/api/imports/${id}/entries`, { cookie, body: part });
    expect([answer.status, answer.body.detail, answer.body.errors]).toEqual([200, undefined, undefined]);
    from += items.length;
  }
  return (await api.call('GET', `/api/imports/${id}`, { cookie })).body as unknown as Report;
}

/** Writes a private note and returns its uuid. */
export async function privateNote(api: Api, { cookie }: Person, body: object): Promise<string> {
  const answer = await api.call('POST', '/api/notes', { cookie, body: { visibility: 'private', ...body } });
  expect(answer.status).toBe(201);
  return answer.body.note?.uuid ?? '';
}

/** The imported fields that are stored beside a note. */
export async function importedFields(api: Api, uuid = ''): Promise<unknown> {
  return JSON.parse((await api.store.redis.get<string>(keys.noteImported(uuid))) ?? 'null') as unknown;
}

/** Titles of what a person has starred, in the reading list or not. */
export async function starredOf(api: Api, { cookie }: Person): Promise<string[]> {
  const { body } = await api.call('GET', '/api/library?q=is:starred', { cookie });
  return (body as unknown as { items: { note: { title: string } }[] }).items.map(({ note }) => note.title);
}

/** Titles in one state of a person's reading list, with whether they are favourites. */
export async function readingOf(api: Api, { cookie }: Person, state: string): Promise<[string, boolean][]> {
  const { body } = await api.call('GET', `/api/reading-list?state=${state}`, { cookie });
  const { items } = body as unknown as { items: { title: string; favourite: boolean }[] };
  return items.map(({ title, favourite }) => [title, favourite]);
}
