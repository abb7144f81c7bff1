import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/platform/model/limits.ts';
import { exportFormats } from '../../../src/transfer/model/export-formats.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { faultsOfNames, faultsOfSite } from '../../support/archives.ts';
import { countsOf, expectAccepted, exportOf, importItems, notesOf, sendFile } from '../../support/imports.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());

const isZip = (format: keyof typeof exportFormats) => exportFormats[format].type === 'application/zip';
const formats = Object.keys(exportFormats) as (keyof typeof exportFormats)[];

async function faultsOf(person: Person, format: keyof typeof exportFormats): Promise<string[]> {
  if (!isZip(format)) return [];
  const archive = await exportOf(person, format);
  return [...faultsOfNames(archive), ...(format === 'site' ? faultsOfSite(archive) : [])];
}

describe('an account without notes', () => {
  test.each(formats)('exports a whole file as %s, which says that it is empty when it is imported', async (format) => {
    const person = await api.signUp(`has_nothing_${formats.indexOf(format)}`);
    const file = await exportOf(person, format);
    if (isZip(format)) unzipSync(file);
    expect(await faultsOf(person, format)).toEqual([]);
    const answer = await sendFile(api, person, file, { visibility: 'kept' });
    expectAccepted(answer);
    expect(countsOf(answer.report)).toEqual([0, 0, 1]);
    expect(answer.report.lines[0]?.says).toMatch(/^There(’s| is| are) (nothing|no file|no highlights)/);
  });
});

const titles = [
  ...['Plan', 'plan', 'PLAN', 'Plan.', 'Plan ', 'plan:', 'plan?', 'Plan.md', 'a/b', 'a\\b', 'a:b', '..', '.', '...'],
  ...[
    'CON',
    'con.txt',
    'NUL',
    'aux',
    'COM1',
    'COM¹',
    'LPT9.x',
    'conin$',
    'Straße',
    'STRASSE',
    'οδός',
    'οδόσ',
    'İ',
    'i̇',
  ],
  ...[
    'é',
    'e\u0301',
    'عنوان',
    'שלום עולם',
    '👩‍👩‍👧',
    '👩',
    '日本語',
    '\u202egpj.exe',
    '%',
    '%20',
    '#',
    '[[x]]',
    '<b>',
    '"',
    '*',
  ],
  ...[
    'ß'.repeat(199),
    '日'.repeat(200),
    '👩‍👩‍👧'.repeat(25),
    `${'a'.repeat(199)}b`,
    `${'a'.repeat(199)}c`,
    'index',
    'search',
  ],
];

describe('an account whose titles cannot be names of files, or would be the same name', () => {
  let person: Person;
  beforeAll(async () => {
    person = await api.signUp('has_odd_titles');
    const linked = titles.map((title) => ({
      title,
      url: `https://odd.example/${titles.indexOf(title)}`,
      body: 'Text.',
    }));
    await importItems(api, person, [linked, titles.map((title) => ({ title, body: `Of ${title}` }))]);
    const copies = JSON.parse(new TextDecoder().decode(await exportOf(person, 'json'))) as {
      notes: { url: string | null; copy?: object }[];
    };
    const facts = { title: '', description: '', author: '', site: '', language: '', published: null, image: null };
    for (const note of copies.notes) {
      const at = '2024-01-01T00:00:00.000Z';
      if (note.url === null) continue;
      note.copy = { url: note.url, at, html: '<p>Kept.</p>', minutes: 1, facts: { ...facts, canonical: null } };
    }
    expectAccepted(await sendFile(api, person, JSON.stringify(copies), { visibility: 'kept' }));
  });

  test.each(formats.filter(isZip))('loses nothing as %s, wherever it is unpacked', async (format) => {
    expect(await faultsOf(person, format)).toEqual([]);
    const names = Object.keys(unzipSync(await exportOf(person, format)));
    const count = names.filter((name) => /^(notes|copies)\//.test(name)).length;
    const notes = await notesOf(api, person);
    expect(count).toBe(format === 'copies' ? notes.filter(({ url }) => url !== null).length : notes.length);
    expect(count).toBeGreaterThan(format === 'copies' ? 45 : 90);
  });
});

test('a note as long as notes may be is exported whole, in every format', async () => {
  const person = await api.signUp('has_a_long_note');
  const line = 'Ein langer Satz mit “Zeichen”, 日本語 und <b>mehr</b> & [[Long]].\n';
  const body = line.repeat(Math.floor(limits.bodyBytes / Buffer.byteLength(line)));
  await importItems(api, person, [[{ title: 'Long', url: 'https://long.example/', body }]]);
  for (const format of ['json', 'markdown', 'netscape', 'site'] as const) {
    expect(await faultsOf(person, format)).toEqual([]);
    const other = await api.signUp(`reads_it_as_${format}`);
    expectAccepted(await sendFile(api, other, await exportOf(person, format), { visibility: 'kept' }));
    const [came] = await notesOf(api, other);
    expect(came?.body.trim()).toBe(body.trim());
  }
});
