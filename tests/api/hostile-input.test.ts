import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Import, ImportLine } from '../../src/domain/import.ts';
import { capturePage } from '../../src/server/capture/capture-page.ts';
import { startApi, type Api, type Person } from '../support/api.ts';
import { hostileFiles, type HostileFile } from '../support/hostile-files.ts';
import { notesOf, sendFile } from '../support/imports.ts';
import { startSite, thisMachine } from '../support/pages.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());

let count = 0;
const somebody = () => api.signUp(`hostile_${(count += 1)}`);
const of = (form: HostileFile['form']) => hostileFiles().filter((file) => file.form === form);
const titles = async (person: Person) => (await notesOf(api, person)).map(({ title }) => title);

test('there are at least forty hostile files, pages and parts', () => {
  expect(hostileFiles().length).toBeGreaterThanOrEqual(40);
});

describe('a hostile file', () => {
  test.each(of('file'))('$name is answered, and what is innocent in it comes in', async (file) => {
    const person = await somebody();
    const { status, body } = await sendFile(api, person, file.bytes(), { name: file.name });
    expect([200, 400]).toContain(status);
    if (status === 400) expect(body.detail).toMatch(/\w{3,}.*[.”]$/s);
    expect(await titles(person)).toEqual(expect.arrayContaining([...file.kept]));
  });
});

describe('a hostile part of an import', () => {
  test.each(of('entry'))('$name is answered, and what is innocent in it comes in', async (file) => {
    const person = await somebody();
    const { cookie } = person;
    const about = { name: file.name, format: 'JSON', size: 10, fingerprint: 'a'.repeat(64) };
    const begun = await api.call('POST', '/api/imports', { cookie, body: about });
    const { id } = (begun.body as unknown as { import: Import }).import;
    const headers = { 'Content-Type': 'application/json' };
    const answer = await api.call('POST', `/api/imports/${id}/entries`, { cookie, body: file.bytes(), headers });
    expect([200, 400, 413]).toContain(answer.status);
    expect(await titles(person)).toEqual(expect.arrayContaining([...file.kept]));
  });
});

describe('a copy that costs more than its size', () => {
  const bring = async (name: string) => {
    const person = await somebody();
    const { cookie } = person;
    const about = { name, format: 'JSON', size: 10, fingerprint: 'a'.repeat(64) };
    const begun = await api.call('POST', '/api/imports', { cookie, body: about });
    const { id } = (begun.body as unknown as { import: Import }).import;
    const body = hostileFiles()
      .find((file) => file.name === name)
      ?.bytes();
    const headers = { 'Content-Type': 'application/json' };
    const answer = await api.call('POST', `/api/imports/${id}/entries`, { cookie, body, headers });
    return (answer.body as unknown as { lines: ImportLine[] }).lines;
  };

  test.each([
    ['copy-ark-177-kb.json', /It makes more than 60000 elements/],
    ['copy-attributes-100000.json', /One tag has more than 1000 attributes/],
    ['copy-ark-with-other-ends.json', /It makes more than 60000 elements/],
    ['copy-ark-behind-short-comment.json', /It makes more than 60000 elements/],
    ['copy-ark-in-drawing-title.json', /It makes more than 60000 elements/],
    ['copy-divisions-with-other-ends.json', /More than 250 elements stand within each other/],
    ['copy-divisions-59000.json', /More than 250 elements stand within each other/],
  ])('is left out of %s by the limit that it meets and the place, and its note comes in', async (name, limit) => {
    const [before, hostile, after] = await bring(name);
    expect([before, hostile, after].map((line) => line?.outcome)).toEqual(['kept', 'kept', 'kept']);
    expect(hostile?.says).toMatch(limit);
    expect(hostile?.says).toMatch(/at character \d+/);
  });
});

describe('a hostile page', () => {
  test.each(of('page'))('$name is captured, or said to be too much', async ({ bytes }) => {
    const site = await startSite({
      '/': (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(Buffer.from(bytes())),
    });
    try {
      const captured = await capturePage(`${site.url}/`, {
        now: new Date(),
        siteUrl: 'https://commonplace.example',
        reach: thisMachine,
        withinMs: 60_000,
      });
      if (captured.ok) expect(captured.facts.title).toMatch(/^Hostile|^$/);
      else expect(captured.reason).toBe('slow');
    } finally {
      await site.stop();
    }
  });
});
