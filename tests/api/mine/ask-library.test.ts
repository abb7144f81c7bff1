import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import ask from '../../../functions/assistant.ts';
import { AnswerLine } from '../../../src/assistant/model/questions.ts';
import { putCopy } from '../../../src/capture/server/store/copies.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { startSearchSite } from '../../support/builds/search-site.ts';
import { startModelServer } from '../../support/servers/model-server.ts';

let api: Api;
let ada: Person;
let site: Awaited<ReturnType<typeof startSearchSite>>;
let model: Awaited<ReturnType<typeof startModelServer>>;

beforeAll(async () => {
  model = await startModelServer();
  api = await startApi({
    AI_BASE_URL: model.url,
    AI_MODEL: 'm',
    AI_TOKENS_MONTHLY: '100000',
    AI_TOKENS_MONTHLY_PERSON: '100000',
  });
  site = await startSearchSite(api);
});
afterAll(async () => {
  await site.stop();
  await Promise.all([api.stop(), model.stop()]);
});
beforeEach(async () => {
  await api.store.redis.flushall();
  site.clear();
  model.behave({ says: ['A kettle boils [1].'] });
  ada = await api.signUp('ada');
});

const write = async (note: object, by = ada) => {
  const { body, status } = await api.call('POST', '/api/notes', { cookie: by.cookie, body: note });
  expect(status).toBe(201);
  return { uuid: body.note?.uuid ?? '', path: body.path ?? '' };
};

async function keepCopy(uuid: string, url: string, html: string): Promise<void> {
  const facts = { title: 'The page', description: '', author: '', site: '', language: 'en', published: null };
  const copy = {
    url,
    at: '2026-11-21T09:30:00.000Z',
    html,
    minutes: 1,
    facts: { ...facts, image: null, canonical: null },
  };
  expect((await putCopy(api.store.redis, { uuid, authorId: ada.user.id, url }, copy))?.grown).toBeGreaterThan(0);
}

async function answerTo(question: string, by = ada) {
  const request = new Request(`${site.url}/api/assistant/library`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', Cookie: by.cookie },
    body: JSON.stringify({ question }),
  });
  const answer = await ask(request, { params: {}, ip: '203.0.113.7', requestId: 'r' });
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).trim().split('\n');
  const parsed = lines.map((line) => AnswerLine.parse(JSON.parse(line)));
  return {
    answered: parsed.some((line) => 'passages' in line && line.answered),
    passages: parsed.flatMap((line) => ('passages' in line ? line.passages : [])),
    written: parsed.flatMap((line) => ('sentence' in line ? [line.sentence] : [])),
  };
}

test.each(['draft', 'private', 'unlisted', 'public'])(
  'a person’s own %s note answers and is marked as their own',
  async (visibility) => {
    const { path } = await write({ title: 'On kettles', body: 'A kettle boils in seven minutes.', visibility });
    await site.publish();
    const { passages } = await answerTo('How many minutes does a kettle need to boil?');
    expect(passages[0]).toMatchObject({ path, text: 'A kettle boils in seven minutes.', own: 'note' });
  },
);

test('a person’s page copy answers with its own text, next to other people’s public notes', async () => {
  const bea = await api.signUp('bea');
  const url = 'https://example.org/kettles';
  const { uuid } = await write({ title: 'A page', url, visibility: 'private' });
  await keepCopy(uuid, url, '<h2>Kettles boil how?</h2><p>A copper kettle boils <b>sooner</b> than iron.</p>');
  const theirs = await write({ title: 'On pots', body: 'A copper kettle boils water for tea.' }, bea);
  await site.publish();
  const { passages } = await answerTo('Why does a copper kettle boil sooner?');
  expect(passages.map(({ path, own, text }) => ({ path, own, text }))).toEqual(
    expect.arrayContaining([
      { path: `/note/copy?uuid=${uuid}`, own: 'copy', text: 'A copper kettle boils sooner than iron.' },
      { path: theirs.path, own: undefined, text: 'A copper kettle boils water for tea.' },
    ]),
  );
});

test('private text is sent to a model only with its owner’s permission, and never another person’s', async () => {
  const bea = await api.signUp('bea');
  await write({ title: 'Kettles of Bea', body: 'A kettle boils when Bea sings.', visibility: 'private' }, bea);
  const url = 'https://example.org/kettles';
  const { uuid } = await write({ title: 'A page of kettles', body: 'A kettle boils.', url, visibility: 'public' });
  await keepCopy(uuid, url, '<p>The copied kettle boils a secret soup.</p>');
  await write({ title: 'Mine', body: 'My kettle boils privately.', visibility: 'private' });
  await write({ title: 'Kept', body: 'Another kettle boils for nobody.', visibility: 'private', noModel: true });
  await site.publish();
  const asked = 'When does the kettle boil?';
  expect(JSON.stringify((await answerTo(asked)).passages)).not.toContain('Bea');
  const before = model.asked.join();
  expect(before).not.toMatch(/secret soup|privately|nobody|Bea/);
  const allowed = await api.call('PATCH', '/api/account', { cookie: ada.cookie, body: { modelReadsPrivate: true } });
  expect(allowed.status).toBe(200);
  const { written } = await answerTo('Why does my kettle boil privately, a secret soup?');
  expect(model.asked.at(-1)).toMatch(/secret soup|privately/);
  expect(model.asked.join()).not.toMatch(/nobody|Bea/);
  expect(written.every(({ cites }) => cites.length > 0)).toBe(true);
});

test('a person’s own library answers even if the public search is unavailable', async () => {
  await write({ title: 'On kettles', body: 'A kettle boils in seven minutes.', visibility: 'private' });
  expect((await answerTo('How long does a kettle boil?')).passages).toHaveLength(1);
});

test('visitors cannot ask', async () => {
  expect((await api.call('POST', '/api/assistant/library', { body: { question: 'Kettles?' } })).status).toBe(401);
});
