import type { LibraryPage, LibraryQuery } from '../model/library.ts';

/** What a page asks of the worker that holds the index. */
export type ToWorker =
  | { type: 'open'; owner: string }
  | { type: 'query'; id: number; query: LibraryQuery }
  /** Something has changed: the log is to be followed before the next answer. */
  | { type: 'changed' };

/** What the device has of the library. `size`: how many things are ready. */
export type IndexState =
  | { state: 'opening' }
  | { state: 'building'; size: number }
  | { state: 'ready'; size: number }
  /** Another tab builds it. */
  | { state: 'elsewhere'; size: number }
  /** The device cannot have it; `why` is a sentence for people. The server answers instead. */
  | { state: 'unavailable'; why: string };

export type FromWorker =
  | { type: 'state'; state: IndexState }
  /** Without a page, the device cannot tell: the server is to be asked. */
  | { type: 'answer'; id: number; page: LibraryPage | undefined };
