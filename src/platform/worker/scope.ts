/** The part of a service worker's world that is used here: the types of pages and of workers exclude each other. */
type LastingEvent = { waitUntil(work: Promise<unknown>): void };
export type FetchEvent = LastingEvent & {
  readonly request: Request;
  readonly clientId: string;
  /** What the browser has begun to load while the worker was waking. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type MessageEventFromPage = LastingEvent & { readonly data: unknown; readonly source: { url?: string } | null };

type Listening = {
  (type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  (type: 'fetch', listener: (event: FetchEvent) => void): void;
  (type: 'message', listener: (event: MessageEventFromPage) => void): void;
};
type Scope = {
  addEventListener: Listening;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(options: object): Promise<readonly { url: string }[]> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
};

export const scope = globalThis as unknown as Scope;
