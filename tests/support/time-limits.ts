import { vi } from 'vitest';

/**
 * Disables every later `AbortSignal.timeout`, for tests of a result that a busy machine may take long to give.
 * `vi.restoreAllMocks()` ends that.
 */
export function disableTimeouts(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
}

/**
 * Lets a test end every later `AbortSignal.timeout` by calling `end`. `asked` is the mock, with the requested
 * milliseconds.
 */
export function manualTimeout() {
  const limit = new AbortController();
  const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  return {
    asked,
    end: () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  };
}

/** The CPU milliseconds that this process spends on `work`, which do not depend on how busy the machine is. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
