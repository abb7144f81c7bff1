import { serveInThread } from '../../../../src/platform/server/bounded/queued-thread.ts';

/** A thread that waits, or computes, for this many milliseconds. */
void serveInThread('a thread of the tests', async () => ({
  wait: async function* (ms: number) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    yield 'waited';
  },
  work: async function* (ms: number) {
    for (const end = performance.now() + ms; performance.now() < end;);
    yield 'worked';
  },
}));
