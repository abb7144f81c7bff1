export const timeoutError = (timeoutMs: number) => new Error(`No answer within ${timeoutMs} ms.`);

/** Resolves with the result of `work`; rejects if that takes longer than `timeoutMs`. The work itself continues. */
export async function withTimeout<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutError(timeoutMs)), timeoutMs);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
