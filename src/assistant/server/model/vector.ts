import { provider, wordsFor, type ModelSettings, failureOf, type ProviderFailure } from './model.ts';

/** So many numbers of a model's vector are kept, one byte each. */
const dimensions = 256;

/**
 * A vector as it is kept: its first 256 numbers as signed bytes, the largest of them 127, in base64. Only directions are
 * compared, so its length is lost on purpose. Undefined for what is no direction.
 */
export function packedVector(numbers: readonly number[]): string | undefined {
  const first = numbers.slice(0, dimensions);
  const max = Math.max(...first.map(Math.abs));
  if (!(max > 0) || !Number.isFinite(max)) return undefined;
  return Buffer.from(Int8Array.from(first, (number) => Math.round((number / max) * 127)).buffer).toString('base64');
}

/** A vector that is ready to be compared: its bytes, and how long they are together. */
export type Vector = { bytes: Int8Array; length: number };

export function unpackedVector(packed: string): Vector {
  const bytes = new Int8Array(Buffer.from(packed, 'base64'));
  return { bytes, length: Math.sqrt(product(bytes, bytes)) };
}

/** How near two directions are: 1 for the same, 0 for such as have nothing in common, and 0 for vectors of two models. */
export function nearness(one: Vector, other: Vector): number {
  if (one.bytes.length !== other.bytes.length) return 0;
  return product(one.bytes, other.bytes) / (one.length * other.length);
}

function product(one: Int8Array, other: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/**
 * Vectors of texts in their order, as they are kept; undefined where the model gave none that is of use. `tokens` is what
 * is known to have been used.
 */
type Embedded =
  | { ok: true; vectors: (string | undefined)[]; tokens: number | undefined }
  | ({ ok: false; problem: string } & ProviderFailure);

/** Asks a model for the vectors of texts, in one call. Nothing is thrown, and nothing is tried twice. */
export async function embed(settings: ModelSettings, texts: string[], timeoutMs: number): Promise<Embedded> {
  try {
    const [{ embedMany }, endpoint] = await Promise.all([import('ai'), provider(settings)]);
    const { embeddings, usage } = await embedMany({
      model: endpoint.embeddingModel(settings.model),
      values: texts,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    const vectors = embeddings.length === texts.length ? embeddings.map(packedVector) : texts.map(() => undefined);
    return { ok: true, vectors, tokens: Number.isFinite(usage.tokens) ? usage.tokens : undefined };
  } catch (error) {
    return { ok: false, problem: wordsFor(error), ...failureOf(error) };
  }
}
