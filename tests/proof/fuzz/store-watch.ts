import { createClient } from '@redis/client';

/** Reports which keys of a store were written. */
export interface StoreWatch {
  /** The keys written since the last call, without rate-limit counters; an expiry is not a write. */
  written(): Promise<string[]>;
  stop(): Promise<void>;
}

const barrier = 'fuzz:barrier';

/** Watches the Redis behind a socket through its keyspace notifications. */
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
      // A message published after the writes arrives after their notifications.
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
