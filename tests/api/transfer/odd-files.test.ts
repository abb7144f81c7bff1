import { afterAll, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { readUser } from '../../../src/people/server/people.ts';
import { openImport } from '../../../src/transfer/server/import/import-file.ts';
import { importPart } from '../../../src/transfer/server/import/imports.ts';
import { listImports } from '../../../src/transfer/server/store/imports.ts';
import { startApi, type Api } from '../../support/api.ts';
import { expectAccepted, notesOf, sendFile } from '../../support/imports.ts';
import { rowWithoutUrl, oddRow, plainRow, programs } from '../../support/odd-exports.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('every entry of the odd example files is kept, merged or refused with a reason, and none is added twice', async () => {
  const person = await api.signUp('brings_odd');
  const host = (name: string, at: number) => `${name}-${at}`;
  for (const [at, [format, { of, name = 'file' }]] of Object.entries(programs).entries()) {
    const rows = [
      plainRow(host('a', at)),
      { ...oddRow, url: `https://odd-${at}.example/#part` },
      rowWithoutUrl,
      plainRow(host('b', at)),
    ];
    const isOne = of(rows) === of(rows.slice(0, 1));
    const file = of(isOne ? rows.slice(1, 2) : rows);
    const first = await sendFile(api, person, file, { name });
    expectAccepted(first);
    const { import: counts, lines } = first.report;
    const done = [counts.kept + counts.merged + counts.refused + counts.noted, counts.at, lines.length];
    expect([format, ...done]).toEqual([format, counts.at, counts.at, counts.at]);
    const entries = lines.filter(({ outcome }) => outcome !== 'noted');
    expect([format, entries.length]).toEqual([format, isOne ? 1 : rows.length]);
    for (const { outcome, says, uuid } of entries) {
      expect([format, outcome === 'refused' ? says : uuid]).toEqual([format, expect.stringMatching(/\w/)]);
    }
    const again = await sendFile(api, person, file, { name });
    expect([format, again.report.import.kept]).toEqual([format, 0]);
    expect(again.report.import.refused).toBe(counts.refused);
  }
});

test('a file whose import is already open is not started a second time', async () => {
  const person = await api.signUp('brings_at_once');
  const { redis } = api.store;
  const user = await readUser(redis, person.user.id);
  if (!user) throw new Error('Nobody.');
  const asked = { name: 'f', format: 'Test', size: 1, fingerprint: 'a'.repeat(64), visibility: 'private' } as const;
  const { import: begun } = await openImport(redis, user, asked, { now: new Date() });
  const part = { from: 0, entries: [{ place: 'line 1', item: { title: 'One', body: '', tags: [] } }], last: true };
  const first = (open: object) =>
    importPart(redis, user, { ...begun, id: uuidv7(), ...open }, part, new Date(), { begins: true });
  expect(await first({})).toMatchObject({ ok: false, reason: 'moved', import: { id: begun.id } });
  expect(await notesOf(api, person)).toEqual([]);
  const other = await first({ fingerprint: 'b'.repeat(64) });
  expect(other).toMatchObject({ ok: true, import: { state: 'done', kept: 1 } });
  expect(await listImports(redis, user.id)).toEqual(expect.arrayContaining([begun, other.ok && other.import]));
});

test('half of a surrogate pair in a file, also in a name, becomes the replacement character', async () => {
  const person = await api.signUp('brings_halves');
  const items = [{ title: 'Half', url: 'https://half.example/', ['odd \udc00']: 'told \ud800' }];
  const sent = await sendFile(api, person, JSON.stringify(items));
  expectAccepted(sent);
  const [note] = await notesOf(api, person);
  const { body } = await api.call('GET', `/api/notes/${note?.uuid}/imported`, { cookie: person.cookie });
  expect(body).toEqual({ imported: { 'odd \ufffd': 'told \ufffd' } });

  // A browser reads the file itself, and sends its entries.
  const begun = await api.call('POST', '/api/imports', {
    cookie: person.cookie,
    body: { name: 'f', format: 'Test', size: 1, fingerprint: 'c'.repeat(64), visibility: 'private' },
  });
  const { id } = (begun.body as unknown as { import: { id: string } }).import;
  const item = { title: 'Two', body: '', url: 'https://half.example/2', tags: [], imported: { 'odd \ud800': 'told' } };
  const part = { from: 0, entries: [{ place: 'line 1', item }], last: true };
  const taken = await api.call('POST', `/api/imports/${id}/entries`, { cookie: person.cookie, body: part });
  expect([taken.status, taken.body.detail]).toEqual([200, undefined]);
});
