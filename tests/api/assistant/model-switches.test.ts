import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import exported from '../../../functions/export.ts';
import { importedNote } from '../../../src/transfer/model/note-of-item.ts';
import { ImportItem } from '../../../src/transfer/model/import-item.ts';
import { ownJson } from '../../../src/transfer/formats/json/own.ts';
import type { AnswerLine } from '../../../src/assistant/model/questions.ts';
import { answerLines } from '../../../src/assistant/server/ask.ts';
import { modelSettings } from '../../../src/assistant/server/model/model.ts';
import { digestOf } from '../../../src/reading/server/aid/written-points.ts';
import { environment } from '../../../src/platform/server/env.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { readNote } from '../../../src/notes/server/store/notes.ts';
import type { Person } from '../../support/api.ts';
import { uniqueText, points, modelReply, startModelReading } from '../../support/model-reading.ts';
import { origin } from '../../support/servers/origin.ts';

let reading: Awaited<ReturnType<typeof startModelReading>>;

beforeAll(async () => {
  reading = await startModelReading();
});
afterAll(() => reading.stop());
beforeEach(async () => {
  await reading.reset();
  reading.model.behave({ says: ['Something.'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const question = { task: 'answer', question: 'What was a commonplace book?' } as const;

/** The answer to a person's question about these notes, and whether a model wrote it. */
async function answerOf(uuids: string[], asker: { id: string; modelReadsPrivate?: true } = reading.ada.user) {
  const { redis } = reading.api.store;
  const found = await Promise.all(uuids.map((uuid) => readNote(redis, uuid)));
  const notes = found.flatMap((note) => (note && 'visibility' in note ? [note] : []));
  const settings = modelSettings(environment());
  const lines: AnswerLine[] = await Array.fromAsync(
    answerLines({ redis, question, notes, asker, settings, now: new Date() }),
  );
  return {
    passages: lines.flatMap((line) => ('passages' in line ? line.passages : [])),
    done: lines.flatMap((line) => ('done' in line ? [line.done] : [])),
  };
}

async function edited(uuid: string, { cookie }: Person, patch: object): Promise<void> {
  const { status } = await reading.api.call('PATCH', `/api/notes/${uuid}`, { cookie, body: patch });
  expect(status).toBe(200);
}

test('a note closed to models by its author is never read by one: no key points, no answers', async () => {
  const uuid = await reading.write({ noModel: true });
  expect(await reading.run()).toEqual({ written: [], asked: 0 });
  const { passages, done } = await answerOf([uuid]);
  expect(passages.length).toBeGreaterThan(0);
  expect(done).toEqual(['extract']);
  expect(reading.model.asked).toEqual([]);
});

test('of several notes only those open to models are sent, and passages keep their numbers', async () => {
  const kept = await reading.write({ noModel: true, title: 'Kept from models' });
  const open = await reading.write({
    title: 'Open to models',
    body: 'A commonplace book was a notebook for passages that somebody wished to keep.',
  });
  const { passages, done } = await answerOf([kept, open]);
  expect(new Set(passages.map(({ title }) => title))).toEqual(new Set(['Kept from models', 'Open to models']));
  expect(done).toEqual(['model']);
  const [sent = ''] = reading.model.asked;
  expect(sent).not.toContain('Kept from models');
  const { messages } = JSON.parse(sent) as { messages: { role: string; content: string }[] };
  const data = JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '') as {
    passages: { number: number; text: string }[];
  };
  for (const { number, text } of data.passages) expect(text).toBe(passages[number - 1]?.text);
});

test('closing a note to models deletes what one wrote about it, and opening it has it read again', async () => {
  // By an author who has written nothing similar: repetitions wait for a moderator.
  const cyd = await reading.api.signUp('cyd');
  const body = uniqueText();
  const uuid = await reading.write({ body }, cyd);
  reading.model.behave(modelReply({ points }));
  await reading.run();
  expect(await reading.aidOf(uuid)).toMatchObject({ engine: 'model' });
  await edited(uuid, cyd, { rev: 1, noModel: true });
  expect(await reading.aidOf(uuid)).toMatchObject({ engine: 'extract' });
  const { redis } = reading.api.store;
  expect(await redis.exists(keys.writtenPoints(digestOf({ title: 'Commonplace books', body })))).toBe(0);
  expect(await readNote(redis, uuid)).not.toHaveProperty('points');
  expect((await reading.run()).asked).toBe(0);
  await edited(uuid, cyd, { rev: 2, noModel: false });
  expect(await readNote(redis, uuid)).not.toHaveProperty('noModel');
  expect(await reading.run()).toEqual({ written: [uuid], asked: 1 });
});

test('a private note is sent only with its owner’s permission, and never if it is closed to models', async () => {
  const uuid = await reading.write({ visibility: 'private' });
  const kept = await reading.write({ visibility: 'private', noModel: true });
  expect((await answerOf([uuid])).done).toEqual(['extract']);
  const opened = { id: reading.ada.user.id, modelReadsPrivate: true } as const;
  expect((await answerOf([uuid], opened)).done).toEqual(['model']);
  expect((await answerOf([kept], opened)).done).toEqual(['extract']);
  // One person's setting does not apply to other people's notes.
  expect((await answerOf([uuid], { ...opened, id: reading.bea.user.id })).done).toEqual(['extract']);
});

test('a person’s setting applies to the question that they ask next', async () => {
  const { api, ada } = reading;
  const uuid = await reading.write({ visibility: 'private' });
  const asked = async () => {
    reading.model.behave({ says: ['Something.'] });
    // The lines of the response are not a JSON document; what matters here is the request.
    await api
      .call('POST', '/api/assistant/ask', { cookie: ada.cookie, body: { ...question, note: uuid } })
      .catch(() => undefined);
    return reading.model.asked.length;
  };
  expect(await asked()).toBe(0);
  await api.call('PATCH', '/api/account', { cookie: ada.cookie, body: { modelReadsPrivate: true } });
  expect(await asked()).toBe(1);
  await api.call('PATCH', '/api/account', { cookie: ada.cookie, body: { modelReadsPrivate: false } });
});

test('one setting turns off all model calls', () => {
  const set = { ...process.env, AI_BASE_URL: reading.model.url, AI_MODEL: 'm' };
  expect(modelSettings(environment(set))).toBeDefined();
  expect(modelSettings(environment({ ...set, ASSISTANT_MODEL: 'off' }))).toBeUndefined();
  expect(() => environment({ ...set, ASSISTANT_MODEL: 'no' })).toThrow('ASSISTANT_MODEL must be on or off.');
});

test('the setting is in our JSON export, and is restored by importing it', async () => {
  const uuid = await reading.write({ noModel: true, title: 'Carried along', body: 'Short.' });
  const request = new Request(`${origin}/api/export?format=json`, {
    headers: { Cookie: reading.ada.cookie },
  });
  const answer = await exported(request, { params: {}, ip: '203.0.113.7', requestId: 'r' });
  const { notes } = (await answer.json()) as { notes: { uuid: string }[] };
  const line = notes.find((note) => note.uuid === uuid);
  expect(line).toMatchObject({ noModel: true });
  const item = ImportItem.parse(ownJson.read(ownJson.item.parse(line)));
  const by = { uuid, authorId: reading.bea.user.id, now: new Date() };
  expect(importedNote(item, 'kept', by)).toMatchObject({ ok: true, note: { noModel: true } });
});
