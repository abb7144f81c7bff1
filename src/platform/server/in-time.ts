export const tooLate = (timeoutMs: number) => new Error(`No answer within ${timeoutMs} ms.`);

/** Resolves with the result of `work`; rejects if that takes longer than `timeoutMs`. The work itself continues. */
export async function inTime<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooLate(timeoutMs)), timeoutMs);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
