import { expect, test } from 'vitest';
import { runForClient, currentClient } from '../../../../src/platform/server/bounded/current-client.ts';
import { FairQueue } from '../../../../src/platform/server/bounded/fair-queue.ts';
import { endpoint } from '../../../../src/platform/server/http/endpoint.ts';

/** A queue with one running task, and the later outcomes in order. */
async function queueWithRunningTask() {
  const queue = new FairQueue('test');
  await runForClient('first', () => queue.enter());
  const outcomes: string[] = [];
  const enter = (client: string, name: string) =>
    void runForClient(client, () => queue.enter()).then(
      () => outcomes.push(name),
      () => outcomes.push(`not ${name}`),
    );
  /** Runs all turns in order. */
  const runAll = async () => {
    await Promise.resolve();
    while (queue.leave()) await new Promise((resolve) => setImmediate(resolve));
    return outcomes;
  };
  return { enter, runAll };
}

test('clients with many tasks alternate with others', async () => {
  const { enter, runAll } = await queueWithRunningTask();
  for (const name of ['a1', 'a2', 'a3']) enter('a', name);
  for (const name of ['b1', 'b2']) enter('b', name);
  enter('c', 'c1');
  expect(await runAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a client that fills the queue loses its own tasks, and blocks nobody else', async () => {
  const { enter, runAll } = await queueWithRunningTask();
  for (let at = 0; at < 41; at += 1) enter('a', `a${at}`);
  enter('b', 'b');
  const outcomes = await runAll();
  expect(outcomes.slice(0, 2)).toEqual(['not a40', 'not a39']);
  expect(outcomes.slice(2, 5)).toEqual(['a0', 'b', 'a1']);
  expect(outcomes).toHaveLength(42);
});

test('of many clients with one task each, those after the limit are refused', async () => {
  const { enter, runAll } = await queueWithRunningTask();
  for (let at = 0; at < 41; at += 1) enter(`asker ${at}`, `${at}`);
  expect((await runAll()).filter((what) => what.startsWith('not'))).toEqual(['not 40']);
});

test('a request counts for its client, which is the network for IPv6', async () => {
  const answer = endpoint({ GET: () => new Response(currentClient()) });
  const asked = async (ip: string) =>
    (await answer(new Request('https://example.org/'), { params: {}, ip, requestId: 'r' })).text();
  expect(await asked('203.0.113.7')).toBe('203.0.113.7');
  expect(await asked('2001:db8::7')).toBe(await asked('2001:db8::8'));
});
