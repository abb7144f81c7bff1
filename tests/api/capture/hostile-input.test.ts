import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Import, ImportLine } from '../../../src/transfer/model/import.ts';
import { capturePage } from '../../../src/capture/server/capture-page.ts';
import { startApi, type ApiResponse, type Api, type Person } from '../../support/api.ts';
import { hostileFiles, type HostileFile } from '../../support/hostile/hostile-files.ts';
import { hostileSays } from '../../support/hostile/hostile-says.ts';
import { notesOf, sendFile } from '../../support/imports.ts';
import { articlePage, startSite, loopbackOnly } from '../../support/browser/pages.ts';
import { sampleOf } from '../../support/sample.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());

let count = 0;
const somebody = () => api.signUp(`hostile_${(count += 1)}`);

/** Every hostile file of a kind; `npm test` tries a sample. */
function of(form: HostileFile['form']) {
  const files = hostileFiles().filter((file) => file.form === form);
  const tried = sampleOf(files, 8);
  return files.map((file) => ({ file, tags: tried.has(file) ? [] : ['long'] }));
}
const titles = async (person: Person) => (await notesOf(api, person)).map(({ title }) => title);

test('there are at least forty hostile files, pages and import parts', () => {
  expect(hostileFiles().length).toBeGreaterThanOrEqual(40);
});

/** Everything that a response says was refused or left out, with positions. */
function saidBy({ body }: ApiResponse): string[] {
  const { lines = [] } = body as { lines?: ImportLine[] };
  const said = lines.flatMap(({ place, says }) => (says === undefined ? [] : [`${place}: ${says}`]));
  return body.detail === undefined ? said : [body.detail, ...said];
}

/** By position, or by the limit that was exceeded. */
async function expectAnswered(answer: ApiResponse, { name, kept }: HostileFile, person: Person): Promise<void> {
  expect([200, 400, 413]).toContain(answer.status);
  expect(await titles(person)).toEqual(expect.arrayContaining([...kept]));
  const said = saidBy(answer);
  const says = hostileSays[name];
  if (says) expect(said).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  else for (const words of said) expect(words).toMatch(/^\S.*: \S.*[.)]$/s);
}

test('every expected message belongs to an existing file', () => {
  const names = hostileFiles().map(({ name }) => name);
  expect(Object.keys(hostileSays).filter((name) => !names.includes(name))).toEqual([]);
});

describe('a hostile file', () => {
  for (const { file, tags } of of('file')) {
    const name = `${file.name} is answered by its place and limit, and what is innocent in it comes in`;
    test(name, { tags }, async () => {
      const person = await somebody();
      await expectAnswered(await sendFile(api, person, file.bytes(), { name: file.name }), file, person);
    });
  }
});

describe('a hostile part of an import', () => {
  for (const { file, tags } of of('entry')) {
    const name = `${file.name} is answered by its place and limit, and what is innocent in it comes in`;
    test(name, { tags }, async () => {
      const person = await somebody();
      const { cookie } = person;
      const about = { name: file.name, format: 'JSON', size: 10, fingerprint: 'a'.repeat(64) };
      const begun = await api.call('POST', '/api/imports', { cookie, body: about });
      const { id } = (begun.body as unknown as { import: Import }).import;
      const headers = { 'Content-Type': 'application/json' };
      const answer = await api.call('POST', `/api/imports/${id}/entries`, { cookie, body: file.bytes(), headers });
      await expectAnswered(answer, file, person);
    });
  }
});

describe('a hostile page', () => {
  for (const { file, tags } of of('page')) {
    const { name, bytes } = file;
    test(`${name} is captured without its oversized text, which is reported`, { tags }, async () => {
      const site = await startSite({
        '/': (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(Buffer.from(bytes())),
      });
      try {
        const captured = await capturePage(`${site.url}/`, {
          now: new Date(),
          siteUrl: 'https://commonplace.example',
          reach: loopbackOnly,
          withinMs: 60_000,
        });
        if (captured.ok) expect(captured.facts.title).toMatch(/^Hostile|^$/);
        else expect(captured.reason).toBe('slow');
        // In an import the same markup is refused by a limit unrelated to time.
        const isTooMuch = hostileSays[`copy-${name.replace('.html', '.json')}`] !== undefined;
        if (isTooMuch) expect(captured).toMatchObject({ ok: true, copy: 'too-long' });
      } finally {
        await site.stop();
      }
    });
  }
});

test('a robots.txt with many rules for many robots denies the page, without a delay for others', async () => {
  const names = Array.from({ length: 16_000 }, (_, at) => `User-agent: ${at}`).join('\n');
  const site = await startSite({ '/': articlePage(), '/robots.txt': `${names}\n${'Allow: /\n'.repeat(24_000)}` });
  try {
    const options = { now: new Date(), siteUrl: 'https://commonplace.example', reach: loopbackOnly, withinMs: 60_000 };
    const captured = await capturePage(`${site.url}/`, options);
    expect(captured).toMatchObject({ ok: true, copy: 'robots', pictures: { icons: [], lead: null } });
  } finally {
    await site.stop();
  }
});
