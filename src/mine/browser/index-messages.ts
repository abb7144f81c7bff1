import type { Collection } from '../../library/model/collection.ts';
import type { LibraryOwner } from '../model/library-find.ts';
import type { LibraryPage, LibraryQuery, Passages } from '../model/library.ts';

/** The owner of a library, with the names that queries use. */
export type Owner = LibraryOwner & { id: string };

/** Messages from a page to the worker that holds the index. */
export type ToWorker =
  /** Without an owner: opens the library of `last`, the previous person here, if the device has it, without following the log. */
  | { type: 'open'; owner: Owner | undefined; last: Owner | undefined }
  | { type: 'query'; id: number; query: LibraryQuery }
  /** The same, for the ids of the results alone, however many. */
  | { type: 'ids'; id: number; query: LibraryQuery }
  | { type: 'passages'; id: number; q: string; ids: readonly string[] }
  /** The person's collections, from the server. */
  | { type: 'collections'; collections: readonly Collection[] }
  /** Something has changed, so the log has to be read before the next answer. */
  | { type: 'changed' };

/** The state of the library on the device. `size`: how many items are ready. */
export type IndexState =
  | { state: 'opening' }
  | { state: 'building'; size: number }
  /** `asOf` (ISO 8601), if the server is unreachable: nothing is missing up to then. `out`: the session has ended. */
  | { state: 'ready'; size: number; asOf?: string | undefined; out?: true }
  /** Another tab is building it. */
  | { state: 'elsewhere'; size: number }
  /** The device cannot have it; `why` is a sentence for people. The server answers instead. `removed`: by signing out. */
  | { state: 'unavailable'; why: string; full?: true; removed?: true };

export const deviceFullMessage =
  'This device is short of space, so the server searches your library. We’ll try again tomorrow.';

/** The device's answer to a query; `partial` if it does not have the whole library yet. */
export type DeviceAnswer = { page: LibraryPage; partial: boolean };

export type FromWorker =
  | { type: 'state'; state: IndexState }
  /** The person's collections, as stored on the device. */
  | { type: 'collections'; collections: readonly Collection[] }
  /** Without an `answer`, the device does not know and the page asks the server. */
  | { type: 'answer'; id: number; answer: Answer | undefined };

export type Answer = DeviceAnswer | Passages | readonly string[];
