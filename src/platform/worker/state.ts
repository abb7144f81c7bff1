import { cacheNames } from '../model/offline.ts';

/** What the worker remembers between its lives: it is ended and started again as the browser likes. */
export type State = {
  /** The id of whoever was signed in when the session was last asked for. */
  owner?: string | undefined;
  /** The build that was last heard to be published. */
  heard?: string;
  /** The build that the kept pages are of, and when they were last fetched anew, in milliseconds. */
  build?: string;
  renewedAt?: number;
  /** When the reading list was last fetched, in milliseconds. */
  listedAt?: number;
};

let known: Promise<State> | undefined;

export function state(): Promise<State> {
  return (known ??= stored());
}

/** Changes what is remembered. Callers see the change at once. */
export async function remember(change: State): Promise<void> {
  const now = Object.assign(await state(), change);
  await (await caches.open(cacheNames.state)).put('/', new Response(JSON.stringify(now)));
}

async function stored(): Promise<State> {
  const kept = await (await caches.open(cacheNames.state)).match('/');
  return ((await kept?.json().catch(() => undefined)) ?? {}) as State;
}
