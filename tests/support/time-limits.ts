import { vi } from 'vitest';

/**
 * From now on no call that limits itself by `AbortSignal.timeout` runs out of time: for tests of what an answer does,
 * however long a busy machine takes over it. `vi.restoreAllMocks()` ends that.
 */
export function disableTimeouts(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
}

/**
 * Whoever limits itself by `AbortSignal.timeout` from now on waits until `end` is called. `asked` is what it was called
 * with, in milliseconds.
 */
export function manualTimeout() {
  const limit = new AbortController();
  const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  return {
    asked,
    end: () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  };
}

/** The milliseconds of processor time that this process spends on something: on a busy machine no more than on a quiet one. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
