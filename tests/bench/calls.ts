import { performance } from 'node:perf_hooks';
import type { Api, ApiRequest } from '../support/api.ts';
import { percentile } from './person.ts';

/** The cost of a call: milliseconds in this process on a real Redis, and what it sends to the store. */
export type CallFigure = { call: string; p50Ms: number; p99Ms: number; commands: number; roundTrips: number };

/** A measured call; `path` may differ each time. */
export type Measured = { name: string; method: string; path: () => string; call?: () => ApiRequest };

/** Times each call `times` times after a warm-up. Throws if one is refused. */
export async function callFigures(api: Api, calls: readonly Measured[], times: number): Promise<CallFigure[]> {
  const figures: CallFigure[] = [];
  const sent = countingSent(api.store.url);
  try {
    for (const { name, method, path, call } of calls) {
      const once = async () => {
        const address = path();
        const answer = await api.call(method, address, call?.());
        if (answer.status >= 400)
          throw new Error(`${method} ${address} answered ${answer.status}: ${answer.body.detail}`);
      };
      for (let warm = 0; warm < 10; warm += 1) await once();
      await api.settled();
      sent.restart();
      const took: number[] = [];
      for (let count = 0; count < times; count += 1) {
        const from = performance.now();
        await once();
        took.push(performance.now() - from);
      }
      const { commands, roundTrips } = sent.restart();
      await api.settled();
      const ms = (share: number) => Math.round(percentile(took, share) * 10) / 10;
      const each = (sum: number) => Math.round((sum / times) * 10) / 10;
      figures.push({
        call: name,
        p50Ms: ms(0.5),
        p99Ms: ms(0.99),
        commands: each(commands),
        roundTrips: each(roundTrips),
      });
    }
  } finally {
    sent.stop();
  }
  return figures;
}

/** Counts requests to the store, and the commands in them; a script counts as one, as it is billed. */
function countingSent(storeUrl: string) {
  const original = globalThis.fetch;
  let counts = { commands: 0, roundTrips: 0 };
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.startsWith(storeUrl)) {
      const several = /\/(?:pipeline|multi-exec)$/.test(address) && typeof init?.body === 'string';
      counts.roundTrips += 1;
      counts.commands += several ? (JSON.parse(init.body as string) as unknown[]).length : 1;
    }
    return original(input, init);
  };
  return {
    restart() {
      const before = counts;
      counts = { commands: 0, roundTrips: 0 };
      return before;
    },
    stop: () => void (globalThis.fetch = original),
  };
}
