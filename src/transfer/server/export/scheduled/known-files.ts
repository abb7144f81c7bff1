import type { Redis } from '../../../../platform/server/store/redis.ts';
import {
  forgetWritten,
  keepWritten,
  readWritten,
  type KnownFile,
  type WrittenFile,
} from '../../store/written-exports.ts';
import { pictureFolder } from './export-target.ts';

/** In place of the digest of a file that is yet to be written for the first time. */
export const unwritten = '';

/** Under what a picture's file is known, and its name there. It comes from the picture's bytes, so the file never changes. */
export const pictureKey = (picture: string) => `picture:${picture}`;
export const pictureFile = (picture: string) => `${pictureFolder}/${picture}.webp`;
export const isPicture = (key: string) => key.startsWith(pictureKey(''));

/** The files at a place, each by its note's uuid or its picture's key, as a run knows them and records them. */
export class KnownFiles {
  readonly #redis: Redis;
  readonly #userId: string;
  readonly #files: Map<string, KnownFile>;
  /** By file name in small letters, whose file it is: names that differ only in capitals may be one file. */
  readonly #owners: Map<string, string>;
  /** Whose files differ from what is stored of them. */
  readonly #changed = new Set<string>();

  private constructor(redis: Redis, userId: string, files: Map<string, KnownFile>) {
    this.#redis = redis;
    this.#userId = userId;
    this.#files = files;
    this.#owners = new Map([...files].map(([key, { name }]) => [name.toLowerCase(), key]));
  }

  static async of(redis: Redis, userId: string): Promise<KnownFiles> {
    return new KnownFiles(redis, userId, await readWritten(redis, userId));
  }

  get changed(): number {
    return this.#changed.size;
  }

  all(): [string, KnownFile][] {
    return [...this.#files];
  }

  get(key: string): KnownFile | undefined {
    return this.#files.get(key);
  }

  ownerOf(name: string): string | undefined {
    return this.#owners.get(name.toLowerCase());
  }

  /** Records what is about to be written. Whatever becomes of it, `save` records that. */
  async announce(coming: readonly (readonly [string, WrittenFile])[]): Promise<void> {
    const records = coming.map(([key, file]) => {
      this.#changed.add(key);
      return [key, { ...(this.#files.get(key) ?? { name: file.name, digest: unwritten }), coming: file }] as const;
    });
    await keepWritten(this.#redis, this.#userId, new Map(records));
  }

  /** Takes note of the file that something has now. If another thing had it, that one has none any more. */
  set(key: string, file: WrittenFile): void {
    const owner = this.ownerOf(file.name) ?? key;
    if (owner !== key) this.forget(owner);
    this.#owners.set(file.name.toLowerCase(), key);
    this.#files.set(key, file);
    this.#changed.add(key);
  }

  /** Records a file as it was before, or as far as that is known. */
  restore(key: string, before: KnownFile): void {
    this.#files.set(key, before);
    this.#changed.add(key);
  }

  /** Takes note that a file belongs to the owner of the place: it is never written again, nor removed. */
  leave(key: string): void {
    const file = this.#files.get(key);
    if (file) this.restore(key, { ...file, theirs: true });
  }

  /** Takes note that the place did not take a picture. What it was about to get is found out by the next run. */
  refuse(key: string, name: string, tries: number): void {
    this.restore(key, { ...(this.#files.get(key) ?? { name, digest: unwritten }), refused: tries });
  }

  forget(key: string): void {
    this.#files.delete(key);
    this.#changed.add(key);
  }

  /** Frees a name whose file is about to be removed. */
  free(name: string): void {
    this.#owners.delete(name.toLowerCase());
  }

  async save(): Promise<void> {
    const written = [...this.#changed].map((key) => [key, this.#files.get(key)] as const);
    const kept = written.flatMap(([key, file]) => (file ? [[key, file] as const] : []));
    await keepWritten(this.#redis, this.#userId, new Map(kept));
    const gone = written.flatMap(([key, file]) => (file ? [] : [key]));
    await forgetWritten(this.#redis, this.#userId, gone);
    this.#changed.clear();
  }
}
