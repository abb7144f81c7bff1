import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { startApi, type Api } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { countsOf, exportOf, importItems, sendFile } from '../../support/imports.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterEach(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  expect(await examine(api.store.redis)).toEqual([]);
});
afterAll(() => api.stop());

test('the number that each linkding gives its bookmarks makes no two of them the same', async () => {
  const person = await api.signUp('two_instances');
  const at = '2024-01-01T00:00:00Z';
  const more = { title: 'A', description: '', tag_names: [], is_archived: false, date_added: at, date_modified: at };
  const exported = (host: string) => JSON.stringify({ results: [{ id: 7, url: `https://${host}.example/`, ...more }] });
  const reports = [await sendFile(api, person, exported('one')), await sendFile(api, person, exported('two'))];
  expect(reports.map(({ report }) => countsOf(report))).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ]);
});

test('highlights that are imported on the page keep the state of their review', async () => {
  const person = await api.signUp('reviews_again');
  const reviews = [{ step: 3, due: '2026-01-02T03:04:05.000Z' }, { step: 0, due: null }, undefined];
  const highlights = reviews.map((review, at) => ({
    ...{ quote: `Words ${at}`, comment: '', prefix: '', suffix: '', start: at },
    ...(review && { review }),
  }));
  await importItems(api, person, [[{ title: 'Read', url: 'https://read.example/', highlights }]]);
  const json = JSON.parse(new TextDecoder().decode(await exportOf(person, 'json'))) as {
    notes: { highlights: { review?: unknown }[] }[];
  };
  expect(json.notes[0]?.highlights.map(({ review }) => review)).toEqual(reviews);
});
