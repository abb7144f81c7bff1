export const tooLate = (timeoutMs: number) => new Error(`No answer within ${timeoutMs} ms.`);

/** What `work` gives, or an error once that takes longer than so long. The work itself goes on. */
export async function inTime<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooLate(timeoutMs)), timeoutMs);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
