import { provider, wordsFor, type ModelSettings } from './model.ts';
import { failureOf, type ProviderFailure } from './provider-failure.ts';
import { packedVector } from './vector.ts';

/**
 * Vectors of texts in their order, as they are kept; undefined where the model gave none that is of use. `tokens` is what
 * is known to have been used.
 */
export type Embedded =
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
