import type { NewNote } from '../../src/notes/model/note.ts';
import { embeddingSettings } from '../../src/assistant/server/model/model.ts';
import { embedChangedNotes } from '../../src/assistant/server/model/vector-reading.ts';
import { environment } from '../../src/platform/server/env.ts';
import { keys } from '../../src/platform/server/store/keys.ts';
import { storedVectors } from '../../src/assistant/server/store/vectors.ts';
import { startApi, type Person } from './api.ts';
import { startModelServer } from './servers/model-server.ts';
import { longTimeoutMs } from './long-timeout.ts';
import { storedNotes } from './stored-notes.ts';

/** An embedding model, two people, and a way to embed what they publish. */
export async function startEmbedding() {
  const model = await startModelServer();
  const api = await startApi({ AI_BASE_URL: model.url, AI_EMBEDDING_MODEL: 'e', AI_TOKENS_MONTHLY_PERSON: '5000' });
  const { redis } = api.store;
  const people: { ada?: Person; bea?: Person } = {};
  const { write, edit } = storedNotes(redis);
  const person = (name: 'ada' | 'bea'): Person => {
    const found = people[name];
    if (!found) throw new Error('Nobody signed up yet.');
    return found;
  };
  return {
    api,
    redis,
    model,
    edit,
    person,
    /** Empties the store and makes the model work again. */
    async reset() {
      await redis.flushall();
      people.ada = await api.signUp('ada');
      people.bea = await api.signUp('bea');
      model.embedBy('meaning');
    },
    write: (fields: Partial<NewNote> = {}, by: 'ada' | 'bea' = 'ada') =>
      write({ title: 'Bees', body: 'A hive of bees.', ...fields }, person(by).user.id),
    run({ now = new Date(), timeoutMs = longTimeoutMs, embedding = 'e' } = {}) {
      const settings = embeddingSettings({ ...environment(), AI_EMBEDDING_MODEL: embedding });
      if (!settings) throw new Error('There is no model.');
      return embedChangedNotes(redis, settings, { now, limits: { notes: 50, ms: 60_000, timeoutMs } });
    },
    /** The notes that have vectors. */
    known: async () => (await redis.hkeys(keys.vectors)).sort(),
    vectorOf: async (uuid: string) => (await storedVectors(redis, [uuid]))[0]?.vector ?? '',
    stop: () => Promise.all([api.stop(), model.stop()]),
  };
}
