import type { z } from 'zod';
import { provider, wordsFor, type ModelRequest, type ModelSettings } from './model.ts';

/**
 * What a model answered in the form that was asked for. `rubbish`: it answered, and not so; asking again would be as
 * good as this time. `later`: the provider failed, and may say for how long; `overText` when what was sent may be why.
 * `tokens` is what is known to have been used.
 */
export type ModelObject<Value> =
  | { ok: true; value: Value; tokens: number | undefined }
  | { ok: false; why: 'rubbish'; problem: string; tokens: number | undefined }
  | { ok: false; why: 'later'; problem: string; tokens: number | undefined; overText: boolean; retryAfter?: number };

/** Asks a model for an object of this schema. Nothing is thrown, and nothing is tried twice. */
export async function modelObject<Value>(
  settings: ModelSettings,
  request: ModelRequest,
  schema: z.ZodType<Value>,
  patienceMs: number,
): Promise<ModelObject<Value>> {
  const { generateText, Output, NoObjectGeneratedError, NoOutputGeneratedError } = await import('ai');
  try {
    const endpoint = await provider(settings);
    const result = await generateText({
      model: endpoint(settings.model),
      system: request.instructions,
      prompt: request.data,
      output: Output.object({ schema }),
      maxOutputTokens: request.maxOutputTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(patienceMs),
    });
    const { totalTokens: tokens } = result.usage;
    const value = result.finishReason === 'stop' ? schema.safeParse(result.output) : undefined;
    if (value?.success) return { ok: true, value: value.data, tokens };
    return { ok: false, why: 'rubbish', problem: `it ended by ${result.finishReason}`, tokens };
  } catch (error) {
    const problem = wordsFor(error);
    if (NoObjectGeneratedError.isInstance(error)) {
      return { ok: false, why: 'rubbish', problem, tokens: error.usage?.totalTokens };
    }
    if (NoOutputGeneratedError.isInstance(error)) return { ok: false, why: 'rubbish', problem, tokens: undefined };
    return { ok: false, why: 'later', problem, ...failureOf(error) };
  }
}

/** A provider's failure. `retryAfter` is in seconds. A refused call has cost nothing, of a broken one nobody knows. */
function failureOf(error: unknown): { tokens: number | undefined; overText: boolean; retryAfter?: number } {
  const { name, statusCode: status, responseHeaders: headers } = error as Failure;
  const said = headers?.['retry-after'] ?? '';
  const retryAfter = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return {
    tokens: status === undefined ? undefined : 0,
    overText: name === 'TimeoutError' || [400, 413, 422].includes(status ?? 0),
    ...(Number.isFinite(retryAfter) && { retryAfter: Math.max(1, Math.ceil(retryAfter)) }),
  };
}

type Failure = { name?: string; statusCode?: number; responseHeaders?: Record<string, string> };
