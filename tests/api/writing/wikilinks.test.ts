import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { liveContent } from '../../../src/app/pages/live-content.ts';
import { examine, repair } from '../../../src/maintenance/doctor/doctor.ts';
import { migrations } from '../../../src/maintenance/schema/migrations.ts';
import { migrate } from '../../../src/maintenance/schema/schema.ts';
import type { Mention, Note } from '../../../src/notes/model/note.ts';
import { paths } from '../../../src/platform/model/paths.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { openSnapshot, type Snapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import { syncPublished } from '../../../src/publishing/server/sync.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';

let api: Api;
let ada: Person;
let dir: string;
let snapshot: Snapshot;
let number = 0;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  ada = await api.signUp(`ada${(number += 1)}`);
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-links-'));
  snapshot = await openSnapshot(path.join(dir, 'snapshot.db'), { prerendered: 10_000 });
});
afterEach(async () => {
  snapshot.close();
  await rm(dir, { recursive: true, force: true });
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  expect(await examine(api.store.redis)).toEqual([]);
});

const call = (method: string, address: string, body?: object, by = ada) =>
  api.call(method, address, { cookie: by.cookie, ...(body && { body }) });

async function written(title: string, body = '', fields: object = {}, by = ada): Promise<Note> {
  const answer = await call('POST', '/api/notes', { title, body, visibility: 'public', ...fields }, by);
  return answer.body.note as Note;
}
async function changed(note: Note, patch: object): Promise<Note> {
  return (await call('PATCH', `/api/notes/${note.uuid}`, { rev: note.rev, ...patch })).body.note as Note;
}
const linkTo = (note: Note, words: string) => `<p><a href="${paths.note(note)}">${words}</a></p>`;

type Read = { html: string; mentions: string[] };
const read = (entry: { html: string; mentions?: Mention[] | undefined } | undefined): Read => ({
  html: entry?.html ?? '',
  mentions: (entry?.mentions ?? []).map(({ title, by }) => `${title} by ${by}`),
});
async function asAuthor(note: Note): Promise<Read> {
  return read((await call('GET', `/api/notes/${note.uuid}`)).body as unknown as { html: string });
}
/** The note as builds and functions render it, which is identical, and the files that the build rewrote for it. */
async function asReader(note: Note): Promise<Read> {
  const { redis } = api.store;
  await syncPublished(redis, snapshot, 'v1');
  const built = read(await snapshot.content.note(note.uuid));
  expect(read(await liveContent(redis).note(note.uuid))).toEqual(built);
  return built;
}
async function staleAfter(work: () => Promise<unknown>): Promise<string[]> {
  await syncPublished(api.store.redis, snapshot, 'v1');
  snapshot.follow(snapshot.mark());
  await work();
  await syncPublished(api.store.redis, snapshot, 'v1');
  return snapshot.stale();
}

describe('a link by title', () => {
  test('leads to a note by the same author, even if written later, and is listed there as a mention', async () => {
    const other = await api.signUp(`other${number}`);
    await written('Green tea', '', {}, other);
    const source = await written('Morning', '[[green  TEA]]');
    expect(await asReader(source)).toEqual({ html: '<p>green TEA</p>', mentions: [] });
    let target: Note | undefined;
    const stale = await staleAfter(async () => (target = await written('Green tea')));
    expect(stale).toContain(paths.note(source));
    if (!target) throw new Error('The note was not written.');
    expect((await asReader(source)).html).toBe(linkTo(target, 'green TEA'));
    expect((await asReader(target)).mentions).toEqual([`Morning by ${ada.user.name}`]);
  });

  test('still works when the note is renamed, until another note takes the old title', async () => {
    const target = await written('Tea');
    const source = await written('Morning', '[[Tea]]');
    const renamed = await changed(target, { title: 'Camellia' });
    expect((await asReader(source)).html).toBe(linkTo(renamed, 'Tea'));
    expect((await asReader(renamed)).mentions).toEqual([`Morning by ${ada.user.name}`]);
    const taking = await written('Tea');
    expect((await asReader(source)).html).toBe(linkTo(taking, 'Tea'));
    expect((await asReader(renamed)).mentions).toEqual([]);
    const second = await written('Tea');
    expect((await asReader(source)).html).toBe(linkTo(taking, 'Tea'));
    expect((await asReader(second)).mentions).toEqual([]);
    await call('DELETE', `/api/notes/${taking.uuid}`);
    expect((await asReader(source)).html).toBe(linkTo(second, 'Tea'));
  });

  test('re-renders no page when another note takes a title that several already have', async () => {
    const source = await written('Morning', '[[Daily]]');
    const [first, second, third] = [await written('Daily'), await written('Daily'), await written('Daily')];
    const stale = await staleAfter(async () => {
      await written('Daily');
      await changed(third, { title: 'Weekly' });
    });
    for (const note of [source, first]) expect(stale).not.toContain(paths.note(note));
    const gone = await staleAfter(() => call('DELETE', `/api/notes/${first.uuid}`));
    expect(gone).toEqual(expect.arrayContaining([paths.note(source), paths.note(second)]));
    expect((await asReader(source)).html).toBe(linkTo(second, 'Daily'));
  });

  test('is resolved for the first two hundred in a text; the others show plain words, also to the author', async () => {
    const [first, last] = [await written('T0'), await written('T200')];
    const body = Array.from({ length: 201 }, (_, at) => `[[T${at}]]`).join(' ');
    const source = await written('Index', body);
    const shown = await asReader(source);
    expect(shown.html).toContain(paths.note(first));
    expect(shown.html).not.toContain(paths.note(last));
    const own = await written('Own index', body, { visibility: 'private' });
    const { html } = await asAuthor(own);
    expect(html).toContain(`href="${paths.note(first)}"`);
    expect(html.match(/class="unwritten"/g)).toHaveLength(199);
    expect(html).toMatch(/ T200<\/p>$/);
  });

  test('shows readers nothing of unpublished notes, while leading the author there', async () => {
    for (const visibility of ['private', 'draft', 'unlisted']) {
      const target = await written(`Secret ${visibility}`, '', { visibility });
      const source = await written('Open', `[[Secret ${visibility}|words]] [x](/note/item?uuid=${target.uuid})`);
      const byUuid = await written('Open too', `[[${target.uuid}|words]]`);
      for (const entry of [await asReader(source), await asReader(byUuid), await asAuthor(source)]) {
        expect(entry.html).not.toContain(target.uuid);
        expect(entry.html).toContain('words');
        expect(entry.html).not.toContain('data-');
      }
      const own = await written('Mine', `[[Secret ${visibility}|words]]`, { visibility: 'private' });
      expect((await asAuthor(own)).html).toBe(`<p><a href="${paths.item(target.uuid)}">words</a></p>`);
      if (visibility === 'unlisted') continue;
      expect((await asAuthor(target)).mentions.sort()).toEqual(
        ['Mine', 'Open', 'Open too'].map((title) => `${title} by ${ada.user.name}`),
      );
    }
    const shown = await written('Shown');
    await written('Hidden', '[[Shown]]', { visibility: 'private' });
    expect((await asReader(shown)).mentions).toEqual([]);
  });

  test('without a matching note is marked discreetly for the author', async () => {
    const own = await written('Mine', '[[Not yet]]', { visibility: 'draft' });
    expect((await asAuthor(own)).html).toMatch(/^<p><span class="unwritten" title="[^"]+">Not yet<\/span><\/p>$/);
    const preview = await call('POST', '/api/preview', { body: '[[Mine]] [[Not yet]]' });
    expect(preview.body['html']).toContain(`href="${paths.item(own.uuid)}"`);
    expect(preview.body['html']).toContain('class="unwritten"');
  });
});

describe('mentions', () => {
  test('come from anybody’s ordinary links, and disappear with the linking note', async () => {
    const target = await written('Target');
    const ben = await api.signUp(`ben${number}`);
    let source: Note | undefined;
    const link = `[there](https://example.org${paths.note(target)})`;
    const stale = await staleAfter(async () => (source = await written('From afar', link, {}, ben)));
    expect(stale).toContain(paths.note(target));
    expect((await asReader(target)).mentions).toEqual([`From afar by ${ben.user.name}`]);
    if (!source) throw new Error('The note was not written.');
    const { uuid } = source;
    const gone = await staleAfter(() => call('DELETE', `/api/notes/${uuid}`, undefined, ben));
    expect(gone).toContain(paths.note(target));
    expect((await asReader(target)).mentions).toEqual([]);
    const back = await staleAfter(() => call('POST', `/api/bin/${uuid}/restore`, undefined, ben));
    expect(back).toContain(paths.note(target));
    expect((await asReader(target)).mentions).toHaveLength(1);
  });

  test('by one other person are limited, so nobody can fill another person’s page', async () => {
    const target = await written('Target');
    const ben = await api.signUp(`ben${number}`);
    await written('Own', '[[Target]]');
    for (let at = 0; at < 5; at += 1) await written(`Ben ${at}`, `[[${target.uuid}]]`, {}, ben);
    const by = (titles: string[], name: string) => titles.map((title) => `${title} by ${name}`);
    const { mentions } = await asReader(target);
    expect(mentions).toEqual([...by(['Ben 4', 'Ben 3', 'Ben 2'], ben.user.name), ...by(['Own'], ada.user.name)]);
  });

  test('follow the title and visibility of the linking note', async () => {
    const target = await written('Target');
    let source = await written('Source', '[[Target]]');
    expect(await staleAfter(async () => (source = await changed(source, { title: 'Spring' })))).toContain(
      paths.note(target),
    );
    expect((await asReader(target)).mentions).toEqual([`Spring by ${ada.user.name}`]);
    expect(await staleAfter(async () => (source = await changed(source, { visibility: 'private' })))).toContain(
      paths.note(target),
    );
    expect((await asReader(target)).mentions).toEqual([]);
    const untouched = await staleAfter(() => changed(target, { body: 'More words.' }));
    expect(untouched).not.toContain(paths.note(source));
  });

  test('exclude a note’s links to itself and are limited to what fits on a page', async () => {
    const target = await written('Target', '[[Target]]');
    expect((await asReader(target)).mentions).toEqual([]);
    for (let at = 0; at < 52; at += 1) await written(`Source ${at}`, '[[Target]]');
    const { mentions } = await asReader(target);
    expect(mentions).toHaveLength(50);
    expect(mentions[0]).toBe(`Source 51 by ${ada.user.name}`);
  });
});

test('titles and mentions are indexed for notes from earlier versions, and the doctor rebuilds missing indexes', async () => {
  const { redis } = api.store;
  const target = await written('Target');
  await written('Source', '[[Target]]');
  const indexes = [keys.authorTitles(ada.user.id), keys.authorMentions(ada.user.id), keys.publicMentions];
  const right = await Promise.all(indexes.map((key) => redis.zrange(key, 0, -1)));
  const stored = String(await redis.get(keys.note(target.uuid)));
  await redis.set(keys.note(target.uuid), stored.replace(/,"titleKey":"target"/, ''));
  await redis.del(keys.authorTitles(ada.user.id));
  await redis.set('meta:schema', '5');
  expect(await migrate(redis, () => true, migrations)).toBe('done');
  expect(await redis.zrange(keys.authorTitles(ada.user.id), 0, -1)).toContain(`target\n${target.uuid}`);
  await redis.del(...indexes);
  await repair(redis);
  expect(await Promise.all(indexes.map((key) => redis.zrange(key, 0, -1)))).toEqual(right);
});

test('a deleted note’s former titles are deleted too', async () => {
  const { redis } = api.store;
  let note = await written('First');
  for (let at = 0; at < 25; at += 1) note = await changed(note, { title: `Title ${at}` });
  expect(await redis.zcard(keys.authorFormerTitles(ada.user.id))).toBe(20);
  await call('DELETE', `/api/notes/${note.uuid}`);
  await call('DELETE', `/api/bin/${note.uuid}`);
  expect(await redis.exists(keys.authorFormerTitles(ada.user.id), keys.formerTitles(note.uuid))).toBe(0);
});
