import { createClient } from '@redis/client';

/** Tells which keys of a store were written. */
export interface StoreWatch {
  /** The keys that were written since it was last asked, without the counts of rate limits; expiry is no write. */
  written(): Promise<string[]>;
  stop(): Promise<void>;
}

const barrier = 'fuzz:barrier';

/** Watches the Redis behind a socket, which itself reports every key that changes. */
export async function watchStore(socket: string): Promise<StoreWatch> {
  const options = { RESP: 2, socket: { path: socket, tls: false } } as const;
  const client = await createClient(options).connect();
  const listener = await createClient(options).connect();
  await client.configSet('notify-keyspace-events', 'EA');
  let keys = new Set<string>();
  let passed: (() => void) | undefined;
  await listener.pSubscribe('__keyevent@0__:*', (key, event) => {
    if (!/:(expired|evicted|keymiss)$/.test(event) && !key.startsWith('rate:')) keys.add(`${event.slice(15)} ${key}`);
  });
  await listener.subscribe(barrier, () => passed?.());
  return {
    async written() {
      // What is published after the writes arrives after them.
      const arrived = new Promise<void>((resolve) => (passed = resolve));
      await client.publish(barrier, '');
      await arrived;
      const found = [...keys];
      keys = new Set();
      return found;
    },
    async stop() {
      listener.destroy();
      client.destroy();
    },
  };
}
