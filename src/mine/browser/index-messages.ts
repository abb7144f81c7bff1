import type { Collection } from '../../library/model/collection.ts';
import type { Oneself } from '../model/library-find.ts';
import type { LibraryPage, LibraryQuery, Passages } from '../model/library.ts';

/** Whose library it is, and what they are called. */
export type Owner = Oneself & { id: string };

/** What a page asks of the worker that holds the index. */
export type ToWorker =
  /** Without an owner: that of who was here `last`, if the device has it, which follows nothing until it is known who is here. */
  | { type: 'open'; owner: Owner | undefined; last: Owner | undefined }
  | { type: 'query'; id: number; query: LibraryQuery }
  | { type: 'passages'; id: number; q: string; ids: readonly string[] }
  /** What the server says of the person's collections. */
  | { type: 'collections'; collections: readonly Collection[] }
  /** Something has changed: the log is to be followed before the next answer. */
  | { type: 'changed' };

/** What the device has of the library. `size`: how many things are ready. */
export type IndexState =
  | { state: 'opening' }
  | { state: 'building'; size: number }
  /** `asOf` (ISO 8601) where the server cannot be asked: nothing is missing up to then. `out`: it answers nobody who is signed out. */
  | { state: 'ready'; size: number; asOf?: string | undefined; out?: true }
  /** Another tab builds it. */
  | { state: 'elsewhere'; size: number }
  /** The device cannot have it; `why` is a sentence for people. The server answers instead. `removed`: with signing out. */
  | { state: 'unavailable'; why: string; full?: true; removed?: true };

export const whyFull = 'This device is short of space, so the server searches your library. We’ll try again tomorrow.';

/** What a device found; `partial` where it has not had all of the library yet. */
export type DeviceAnswer = { page: LibraryPage; partial: boolean };

export type FromWorker =
  | { type: 'state'; state: IndexState }
  /** The person's collections as the device knows them. */
  | { type: 'collections'; collections: readonly Collection[] }
  /** Without an answer, the device cannot tell: the server is to be asked. */
  | { type: 'answer'; id: number; answer: DeviceAnswer | Passages | undefined };
