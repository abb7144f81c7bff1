/** How long to wait for an answer that comes: longer than any test lasts, since a busy machine may take its time. */
export const longTimeoutMs = 200_000;

/** For `vi.waitFor`, of what other programs do: a busy machine takes its time to start one, or to see what changed. */
export const withLongTimeout = { timeout: 200_000 };
