/** `tokens`: what is known to have been used. `overText`: what was sent may be why. `retryAfter` is in seconds. */
export type ProviderFailure = { tokens: number | undefined; overText: boolean; retryAfter?: number };

/** What an error of a provider tells. A refused call has cost nothing, of a broken one nobody knows. */
export function failureOf(error: unknown): ProviderFailure {
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
