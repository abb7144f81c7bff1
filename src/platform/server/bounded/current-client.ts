import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<string>();

/** Runs work on behalf of a client, as rate limits identify it. */
export const runForClient = <Done>(client: string, work: () => Done): Done => asking.run(client, work);

/** The client for whom work is running; empty for scheduled work. */
export const currentClient = (): string => asking.getStore() ?? '';
