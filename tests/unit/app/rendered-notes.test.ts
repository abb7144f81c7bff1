import { expect, test } from 'vitest';
import { renderedNote } from '../../../src/app/pages/rendered-notes.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { keptAnswers } from '../../../src/platform/server/http/kept-answers.ts';
import { publishedNote } from '../../../src/reading/server/prepared-note.ts';

const author = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '' };
const draft = { title: 'Kept pages', body: 'One *text*.', tags: [], visibility: 'public' as const };
const note = noteFrom(draft, { uuid: '01890000-0000-7000-8000-000000000001', authorId: author.id, now: new Date(0) });

test('a page is rendered again exactly when something on it changes', async () => {
  const entry = { ...(await publishedNote(note, author)), mentions: [] };
  let rendered = 0;
  const names = new Set<string | null>();
  const ask = async (shown: Parameters<typeof renderedNote>[0], status = 200) => {
    const render = async () => new Response(`${(rendered += 1)}`, { status });
    const answer = await renderedNote(shown, { 'X-Asked': 'yes' }, render);
    names.add(answer.headers.get('ETag'));
    return answer.text();
  };
  const shown = { entry, next: [] };
  expect([await ask(shown), await ask(structuredClone(shown))]).toEqual(['1', '1']);
  expect(await ask({ ...shown, entry: { ...entry, counts: { ...entry.counts, votes: 1 } } })).toBe('2');
  expect(await ask({ ...shown, entry: { ...entry, author: { ...author, name: 'Ada L.' } } })).toBe('3');
  expect(await ask(shown)).toBe('1');
  // Each version has its own ETag, for conditional requests.
  expect([...names].filter((name) => /^W\/"[\w-]{22}"$/.test(name ?? ''))).toHaveLength(3);
  const answer = await renderedNote(shown, { 'X-Asked': 'yes' }, async () => new Response('not asked'));
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('X-Asked')).toBe('yes');
});

test('a failed rendering is retried', async () => {
  const entry = { ...(await publishedNote({ ...note, title: 'Fails once' }, author)), mentions: [] };
  const shown = { entry, next: [] };
  const kept = { 'Netlify-CDN-Cache-Control': 'public, durable' };
  const failed = await renderedNote(shown, kept, async () => new Response('failed', { status: 500 }));
  expect(failed.status).toBe(500);
  expect(failed.headers.get('Netlify-CDN-Cache-Control')).toBeNull();
  expect(failed.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await (await renderedNote(shown, {}, async () => new Response('whole'))).text()).toBe('whole');
});

test('simultaneous requests render once, and again after a failure', async () => {
  const kept = keptAnswers(1024 * 1024);
  const begun: PromiseWithResolvers<Uint8Array>[] = [];
  const make = async () => {
    const one = Promise.withResolvers<Uint8Array>();
    begun.push(one);
    return { bytes: await one.promise, headers: { 'Content-Type': 'text/plain' } };
  };
  const ask = () => kept({ title: 'The same' }, { 'X-Asked': 'yes' }, make).then((answer) => answer.text());
  const first = Promise.allSettled([ask(), ask(), ask()]);
  begun[0]?.reject(new Error('no fonts'));
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const second = Promise.all([ask(), ask()]);
  begun[1]?.resolve(new TextEncoder().encode('drawn'));
  expect(await second).toEqual(['drawn', 'drawn']);
  expect(await ask()).toBe('drawn');
  expect(begun).toHaveLength(2);
});
