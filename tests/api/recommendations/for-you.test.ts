import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { type ForYouPage, reasonLine, type Feedback } from '../../../src/recommendations/model/for-you.ts';
import { NewNote, noteFrom } from '../../../src/notes/model/note.ts';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { putFeedback } from '../../../src/recommendations/server/store/for-you.ts';
import { ann, api, ask, ben, write } from '../../support/ann-and-ben.ts';

const page = async (by = ben) => (await ask<ForYouPage>(by, 'GET', '/api/for-you')).body;
const titles = async (by = ben) => (await page(by)).notes.map(({ title }) => title);
const linesOf = async (title: string) =>
  (await page()).notes.find((note) => note.title === title)?.reasons.map(reasonLine) ?? [];
const wish = (kind: string, id: string, way: string, by = ben) =>
  ask<{ detail: string }>(by, 'PUT', `/api/for-you/wishes/${kind}/${encodeURIComponent(id)}`, { way });
const wishes = async (by = ben) => (await ask<{ wishes: Feedback[] }>(by, 'GET', '/api/for-you/wishes')).body.wishes;

describe('recommendations', () => {
  test('follow from what I saved, voted for, follow and requested, and say so', async () => {
    const cases = [
      ['save', 'saved', ['green tea'], 'Because you saved “A reason: save”'],
      ['vote', 'voted', ['web'], 'Because you voted for “A reason: vote”'],
      ['follow', 'followed', ['ink'], 'Because you follow #ink'],
      ['wish', 'wished', ['go'], 'Because you asked for more of #go'],
      ['like', 'alike', ['paper'], 'Because you asked for more like “A reason: like”'],
    ] as const;
    for (const [how, title, tags, line] of cases) {
      const uuid = await write(ann, { title: `A reason: ${how}`, tags });
      await write(ann, { title, tags });
      if (how === 'save' || how === 'vote') await ask(ben, 'PUT', `/api/notes/${uuid}/${how}`);
      if (how === 'follow') await ask(ben, 'PUT', '/api/follows/tag/ink');
      if (how === 'wish') await wish('tag', 'go', 'more');
      if (how === 'like') await wish('note', uuid, 'more');
      expect(await linesOf(title)).toContain(line);
    }
    expect((await page()).known).toBe(5);
    await ask(ben, 'PUT', '/api/follows/person/ann');
    await write(ann, { title: 'Of no tag' });
    expect(await linesOf('Of no tag')).toContain('Because you follow ann');
  });

  test('exclude my own notes, saved, voted and archived ones, and unreadable ones', async () => {
    const tags = ['tea'];
    await ask(ben, 'PUT', '/api/follows/tag/tea');
    await write(ben, { title: 'My own', tags });
    const [saved, voted, read] = [
      await write(ann, { title: 'Saved', tags }),
      await write(ann, { title: 'Voted for', tags }),
      await write(ann, { title: 'Read', tags }),
    ];
    await write(ann, { title: 'Private', tags, visibility: 'private' });
    await write(ann, { title: 'Unlisted', tags, visibility: 'unlisted' });
    await write(ann, { title: 'New to me', tags });
    await ask(ben, 'PUT', `/api/notes/${saved}/save`);
    await ask(ben, 'PUT', `/api/notes/${voted}/vote`);
    await ask(ben, 'PUT', `/api/notes/${read}/save`, { state: 'archived' });
    expect(await titles()).toEqual(['New to me']);
    expect(await linesOf('New to me')).toEqual(['Because you follow #tea', 'Because you voted for “Voted for”']);
  });

  test('exclude what I mute', async () => {
    await ask(ben, 'PUT', '/api/follows/tag/tea');
    await write(ann, { title: 'Of a tag', tags: ['tea', 'milk'] });
    await write(ann, { title: 'Of a site', tags: ['tea'], url: 'https://www.example.org/a' });
    await write(ann, { title: 'Of her', tags: ['tea'] });
    expect((await titles()).length).toBe(3);
    await ask(ben, 'PUT', '/api/mutes/tag/milk');
    await ask(ben, 'PUT', '/api/mutes/site/example.org');
    expect(await titles()).toEqual(['Of her']);
    await ask(ben, 'PUT', '/api/mutes/person/ann');
    expect(await titles()).toEqual([]);
  });

  test('do not name notes that their author has unpublished', async () => {
    const kept = await write(ann, { title: 'A secret now', tags: ['tea'] });
    await write(ann, { title: 'Another', tags: ['tea'] });
    await ask(ben, 'PUT', `/api/notes/${kept}/save`);
    expect(await linesOf('Another')).toEqual(['Because you saved “A secret now”']);
    await ask(ann, 'PATCH', `/api/notes/${kept}`, { rev: 1, visibility: 'private' });
    expect(JSON.stringify(await page())).not.toContain('A secret now');
    expect(await linesOf('Another')).toEqual(['New here']);
  });

  test('are new notes if nothing is known of me and nobody has voted, and are not available to visitors', async () => {
    await write(ann, { title: 'Somewhere' });
    expect(await page()).toMatchObject({ known: 0, notes: [{ title: 'Somewhere', reasons: [{ why: 'new' }] }] });
    const answer = await ask(undefined, 'GET', '/api/for-you');
    expect(answer.status).toBe(401);
    expect((await ask(undefined, 'GET', '/api/for-you/wishes')).status).toBe(401);
  });

  test('consider only the newest of very long lists, so as not to block the store', async () => {
    const { redis } = api.store;
    const body = 'Long words. '.repeat(16_000);
    const written = async (title: string, at: number, fields: Partial<NewNote> = {}) => {
      const note = NewNote.parse({ title, tags: ['tea'], ...fields });
      const uuid = uuidv7({ msecs: at });
      await createNote(redis, noteFrom(note, { uuid, authorId: ann.user.id, now: new Date(at) }));
      return uuid;
    };
    const now = Date.now();
    for (let at = 0; at < 30; at += 1) {
      const uuid = await written(`Long ${at}`, now - 60_000 + at, { body });
      await putFeedback(redis, ben.user.id, 'more', { kind: 'note', id: uuid }, new Date(now + at));
    }
    await written('What they bring', now);
    const { known, notes } = await page();
    expect(known).toBeLessThan(30);
    expect(known).toBeGreaterThan(15);
    expect(notes[0]).toMatchObject({ title: 'What they bring', reasons: [{ name: 'Long 29' }, { name: 'Long 28' }] });
  });

  test('need two round trips, and one for the session', async () => {
    await write(ann, { title: 'Somewhere', tags: ['tea'] });
    await ask(ben, 'PUT', '/api/follows/tag/tea');
    const calls: string[] = [];
    const fetched = globalThis.fetch;
    globalThis.fetch = (...args) => {
      calls.push(String(args[0] instanceof Request ? args[0].url : args[0]));
      return fetched(...args);
    };
    try {
      await page();
      calls.length = 0;
      expect((await page()).notes).toHaveLength(1);
    } finally {
      globalThis.fetch = fetched;
    }
    expect(calls).toHaveLength(3);
  });
});

describe('feedback for more or less', () => {
  test('is listed, replaces its opposite, and can be revoked', async () => {
    const uuid = await write(ann, { title: 'Not this one', tags: ['tea'] });
    await wish('tag', 'Tea', 'more');
    await wish('person', 'ann', 'less');
    await wish('note', uuid, 'less');
    await wish('tag', 'tea', 'less');
    const said = await wishes();
    expect(said.map(({ way, kind, name }) => `${way} ${kind} ${name}`).sort()).toEqual([
      'less note Not this one',
      'less person ann',
      'less tag #tea',
    ]);
    expect(await wishes(ann)).toEqual([]);
    expect(await titles()).toEqual([]);
    for (const { kind, id } of said) await ask(ben, 'DELETE', `/api/for-you/wishes/${kind}/${id}`);
    expect(await wishes()).toEqual([]);
    expect(await titles()).toEqual(['Not this one']);
  });

  test('ranks what I want less of lower', async () => {
    await ask(ben, 'PUT', '/api/follows/tag/tea');
    await ask(ben, 'PUT', '/api/follows/tag/ink');
    await write(ann, { title: 'Ink', tags: ['ink'] });
    await write(ann, { title: 'Tea', tags: ['tea'] });
    await wish('tag', 'tea', 'less');
    expect(await titles()).toEqual(['Ink', 'Tea']);
    await wish('tag', 'ink', 'less');
    await wish('tag', 'tea', 'more');
    expect(await titles()).toEqual(['Tea', 'Ink']);
  });

  test('stops showing a deleted note as the reason', async () => {
    const reason = await write(ann, { title: 'The reason', tags: ['tea'] });
    await write(ann, { title: 'What it brings', tags: ['tea'] });
    await ask(ben, 'PUT', `/api/notes/${reason}/save`);
    expect(await linesOf('What it brings')).toEqual(['Because you saved “The reason”']);
    await wish('note', reason, 'less');
    expect(await linesOf('What it brings')).toEqual(['New here']);
  });

  test('stops showing my own deleted note as the reason, whoever else could read it', async () => {
    const reason = await write(ben, { title: 'For me alone', tags: ['tea'], visibility: 'private' });
    await write(ann, { title: 'What it brings', tags: ['tea'] });
    await ask(ben, 'PUT', `/api/notes/${reason}/save`);
    expect(await linesOf('What it brings')).toEqual(['Because you saved “For me alone”']);
    expect((await wish('note', reason, 'less')).status).toBe(200);
    expect(await linesOf('What it brings')).toEqual(['New here']);
  });

  test('can be revoked under any name that it can be given under', async () => {
    await wish('person', 'ann', 'more');
    await wish('tag', 'Green Tea', 'less');
    expect(await wishes()).toHaveLength(2);
    await ask(ben, 'DELETE', '/api/for-you/wishes/person/ANN');
    await ask(ben, 'DELETE', '/api/for-you/wishes/tag/Green%20Tea');
    expect(await wishes()).toEqual([]);
  });

  test('is refused for anything that does not exist, and changes nothing', async () => {
    expect((await wish('tag', 'tea', 'most')).status).toBe(400);
    expect((await wish('site', 'example.org', 'more')).status).toBe(404);
    expect((await wish('person', 'nobody_here', 'more')).status).toBe(404);
    expect((await wish('person', 'ben', 'more')).status).toBe(400);
    const hidden = await write(ann, { title: 'Private', visibility: 'private' });
    expect((await wish('note', hidden, 'more')).status).toBe(404);
    expect((await ask(undefined, 'PUT', '/api/for-you/wishes/tag/tea', { way: 'more' })).status).toBe(401);
    expect(await wishes()).toEqual([]);
  });

  test('is limited to 200 items', async () => {
    for (let index = 0; index < 200; index += 1) {
      const target = { kind: 'tag', id: `t${index}` } as const;
      expect(await putFeedback(api.store.redis, ben.user.id, 'more', target, new Date())).toEqual({ ok: true });
    }
    const over = await wish('tag', 'one-more', 'more');
    expect([over.status, over.body.detail]).toEqual([409, expect.stringContaining('200')]);
    expect((await wish('tag', 't0', 'less')).status).toBe(200);
    expect(await wishes()).toHaveLength(200);
  });

  test('is in the account download, and can be revoked when its note is deleted', async () => {
    const uuid = await write(ann, { title: 'Short-lived' });
    await wish('note', uuid, 'more');
    await ask(ann, 'DELETE', `/api/notes/${uuid}`);
    const data = (await ask<{ wishes: { id: string }[] }>(ben, 'GET', '/api/account/data')).body;
    expect(data.wishes.map(({ id }) => id)).toEqual([`more:note:${uuid}`]);
    expect(await wishes()).toMatchObject([{ name: 'A note that is gone', path: null, id: uuid }]);
    await ask(ben, 'DELETE', `/api/for-you/wishes/note/${uuid}`);
    expect(await wishes()).toEqual([]);
  });
});
