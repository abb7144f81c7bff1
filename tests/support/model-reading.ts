import { readFileSync } from 'node:fs';
import type { NewNote } from '../../src/notes/model/note.ts';
import type { PublishedNote } from '../../src/reading/model/content.ts';
import { summarizeChangedNotes } from '../../src/assistant/server/model/model-reading.ts';
import { modelSettings } from '../../src/assistant/server/model/model.ts';
import { environment } from '../../src/platform/server/env.ts';
import { headRevision } from '../../src/platform/server/store/changes.ts';
import { keys } from '../../src/platform/server/store/keys.ts';
import { startApi } from './api.ts';
import { startModelServer, type Behaviour } from './servers/model-server.ts';
import { longTimeoutMs } from './long-timeout.ts';
import { storedNotes } from './stored-notes.ts';

const text = readFileSync(
  new URL('../../netlify/local/first-collection/01-what-a-commonplace-book-was.md', import.meta.url),
  'utf8',
).replace(/^---[\s\S]*?---\n/, '');

/** Three sentences that occur in every text of `uniqueText`. */
export const quotes = text
  .split(/(?<=[.!?])\s+/)
  .filter((sentence) => /^[\w ,;]+\.$/.test(sentence) && sentence.length > 40)
  .slice(0, 3);

/** Valid key points, which may be shown. */
export const points = quotes.map((quote, index) => ({ text: `Point ${index + 1} says it in other words.`, quote }));

/** A model reply with this content, and the tokens that it spends. */
export const modelReply = (answer: object): Behaviour => ({ says: [JSON.stringify(answer)], tokens: 321 });

/** The store key of a month's spending. */
export const spendingKey = (now = new Date()) => keys.assistantSpent(now.toISOString().slice(0, 7));

let texts = 0;
/** A text that no other test uses, long enough to have key points. */
export const uniqueText = () => `${text}\n\nThis is text ${(texts += 1)} of its kind.`;

/** Starts the API with two people and a model, and runs the job in which the model reads what they publish. */
export async function startModelReading() {
  const model = await startModelServer();
  const api = await startApi({
    AI_BASE_URL: model.url,
    AI_MODEL: 'm',
    AI_TOKENS_MONTHLY: '200000',
    AI_TOKENS_MONTHLY_PERSON: '100000',
  });
  const { redis } = api.store;
  const [ada, bea] = [await api.signUp('ada'), await api.signUp('bea')];
  const { write, edit } = storedNotes(redis);
  const entryOf = async (uuid: string) =>
    (await api.call('GET', `/api/notes/${uuid}`, { cookie: ada.cookie })).body as unknown as PublishedNote;
  return {
    api,
    model,
    ada,
    bea,
    entryOf,
    aidOf: async (uuid: string) => (await entryOf(uuid)).aid,
    write: (fields: Partial<NewNote> = {}, by = ada) =>
      write({ title: 'Commonplace books', body: uniqueText(), ...fields }, by.user.id),
    edit,
    run(timeoutMs = longTimeoutMs, now = new Date()) {
      const settings = modelSettings(environment());
      if (!settings) throw new Error('There is no model.');
      return summarizeChangedNotes(redis, settings, { now, limits: { notes: 50, ms: 60_000, timeoutMs } });
    },
    /** Resets the spending, and marks everything published so far as read. */
    async reset() {
      await redis.del(spendingKey(), keys.modelPause, keys.modelWaiting, ...(await redis.keys('assistant:tries:*')));
      await redis.set(keys.modelCursor, await headRevision(redis));
    },
    stop: () => Promise.all([api.stop(), model.stop()]),
  };
}
