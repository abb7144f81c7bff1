/** How long to wait for an expected answer: longer than any test lasts, since a busy machine may take its time. */
export const longTimeoutMs = 200_000;

/** Options of `vi.waitFor` for other processes: a busy machine takes its time to start one, or to notice a change. */
export const withLongTimeout = { timeout: 200_000 };
