import type { z } from 'zod';
import { failureOf, type ProviderFailure } from './provider-failure.ts';
import { provider, wordsFor, type ModelRequest, type ModelSettings } from './model.ts';

/**
 * What a model answered in the form that was asked for. `rubbish`: it answered, and not so; asking again would be as
 * good as this time. `later`: the provider failed, and may say for how long; `overText` when what was sent may be why.
 * `tokens` is what is known to have been used.
 */
export type ModelObject<Value> =
  | { ok: true; value: Value; tokens: number | undefined }
  | { ok: false; why: 'rubbish'; problem: string; tokens: number | undefined }
  | ({ ok: false; why: 'later'; problem: string } & ProviderFailure);

/** Asks a model for an object of this schema. Nothing is thrown, and nothing is tried twice. */
export async function modelObject<Value>(
  settings: ModelSettings,
  request: ModelRequest,
  schema: z.ZodType<Value>,
  timeoutMs: number,
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
      abortSignal: AbortSignal.timeout(timeoutMs),
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
