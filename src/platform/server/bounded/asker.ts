import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<string>();

/** Does some work for whoever asks: their client, as limits count it. */
export const askedBy = <Done>(client: string, work: () => Done): Done => asking.run(client, work);

/** For whom the present work is done; for nobody where a schedule does it. */
export const asker = (): string => asking.getStore() ?? '';
