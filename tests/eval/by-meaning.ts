import type { Note } from '../../src/notes/model/note.ts';
import { find } from '../../src/search/model/find.ts';
import type { SearchIndex } from '../../src/search/model/index.ts';
import { embeddedText, unpackedVector, type Vector, embed } from '../../src/assistant/server/model/vector-reading.ts';
import { embeddingSettings, type ModelSettings } from '../../src/assistant/server/model/model.ts';
import { nearestTo } from '../../src/assistant/server/semantic-notes.ts';
import { similarityReorder } from '../../src/search/server/published-index.ts';
import { localEncoder } from './local-encoder.ts';

const together = 64;
const timeoutMs = 60_000;

/** The search as a server would have it with a sentence encoder of its own; undefined where none is installed. */
export async function searchByEncoder(
  index: SearchIndex,
  notes: readonly Note[],
): Promise<((query: string) => Promise<string[]>) | undefined> {
  const encoded = await localEncoder();
  if (!encoded) return undefined;
  const made = await encoded(notes.map(embeddedText));
  const vectors = new Map(notes.flatMap(({ uuid }, at) => (made[at] ? [[uuid, made[at]] as const] : [])));
  return async (query) => {
    const [asked] = await encoded([query]);
    const near = asked ? nearestTo(asked, vectors) : [];
    return (await find(index, query, 20, similarityReorder(near))).hits.map(({ note }) => note.uuid);
  };
}

/** The search as a server has it, where the environment names a model that makes vectors; undefined without one. */
export async function searchByMeaning(
  index: SearchIndex,
  notes: readonly Note[],
): Promise<((query: string) => Promise<string[]>) | undefined> {
  const { AI_BASE_URL, AI_API_KEY, AI_EMBEDDING_MODEL } = process.env;
  const settings = embeddingSettings({ AI_BASE_URL, AI_API_KEY, AI_EMBEDDING_MODEL });
  if (!settings) return undefined;
  const made = await vectorsOf(settings, notes.map(embeddedText));
  const vectors = new Map(notes.flatMap(({ uuid }, at) => (made[at] ? [[uuid, made[at]] as const] : [])));
  return async (query) => {
    const [asked] = await vectorsOf(settings, [query]);
    const near = asked ? nearestTo(asked, vectors) : [];
    return (await find(index, query, 20, similarityReorder(near))).hits.map(({ note }) => note.uuid);
  };
}

async function vectorsOf(settings: ModelSettings, texts: readonly string[]): Promise<(Vector | undefined)[]> {
  const found: (Vector | undefined)[] = [];
  for (let at = 0; at < texts.length; at += together) {
    const answer = await embed(settings, texts.slice(at, at + together), timeoutMs);
    if (!answer.ok) throw new Error(`The model failed: ${answer.problem}.`);
    found.push(...answer.vectors.map((packed) => (packed === undefined ? undefined : unpackedVector(packed))));
  }
  return found;
}
