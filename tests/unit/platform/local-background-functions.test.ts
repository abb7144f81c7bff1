import { expect, test } from 'vitest';
import { FunctionConfig } from '../../../netlify/local/functions/routes.ts';
import { functionHost } from '../../../netlify/local/functions/functions.ts';

test('a background function is answered at once, and stopping waits for it to finish', async () => {
  let finish = () => {};
  const work = new Promise<void>((resolve) => (finish = resolve));
  let done = false;
  const handler = () => work.then(() => void (done = true));
  const config = FunctionConfig.parse({ background: true, method: 'POST' });
  const host = functionHost([{ name: 'slow', handler, config }], { siteUrl: 'http://localhost' });
  const request = new Request('http://localhost/.netlify/functions/slow', { method: 'POST' });
  const answer = await host.match(request)?.call(request, '127.0.0.1');
  expect(answer?.status).toBe(202);
  expect(done).toBe(false);
  finish();
  await host.stop();
  expect(done).toBe(true);
});
