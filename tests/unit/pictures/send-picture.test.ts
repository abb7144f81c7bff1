import { afterEach, expect, test, vi } from 'vitest';
import { sendPicture } from '../../../src/pictures/browser/send-picture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('an upload that never succeeds is given up, with the reason', async () => {
  const given = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) =>
    signal?.aborted ? Promise.reject(new Error('aborted')) : new Promise(() => undefined),
  );
  const sent = await sendPicture(new Blob(['x']), 'a.png');
  expect(given).toHaveBeenCalledWith(120_000);
  expect(sent).toMatchObject({ ok: false, status: 0 });
  expect(!sent.ok && sent.problem.detail).toContain('within two minutes');
});
