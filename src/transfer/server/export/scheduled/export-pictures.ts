import { hasLargestFile, largestFile } from '../../../../pictures/server/pictures.ts';
import { inParts } from '../../../../platform/model/parts.ts';
import { digestOf, ExportFailure, type ExportTarget } from './export-target.ts';
import { pictureFile, pictureKey, unwritten, type KnownFiles } from './known-files.ts';

/** After as many failures a run brings no more pictures, so that it ends if a server does not answer. */
const maxFailures = 20;
const readAtOnce = 4;

/** The pictures beside the notes of a scheduled export. Whatever happens to one, the export of notes goes on. */
export class ExportPictures {
  readonly #target: ExportTarget;
  readonly #files: KnownFiles;
  readonly #promised = new Set<string>();
  /** How many bytes of pictures may still be added. */
  #room: number;
  #failures = 0;
  /** Why the first picture that failed was not written. */
  why: string | undefined;

  constructor(target: ExportTarget, files: KnownFiles) {
    this.#target = target;
    this.#files = files;
    this.#room = target.room;
  }

  /** Whether a picture lies there, or will at the end of this run. */
  has(picture: string): boolean {
    return this.#promised.has(picture) || this.#files.get(pictureKey(picture)) !== undefined;
  }

  /** Finds out which of these pictures can be brought: they are stored here, and there is room. */
  async promise(shown: Iterable<string>): Promise<void> {
    const others = [...new Set(shown)].filter((picture) => !this.has(picture));
    for (const some of inParts(others, readAtOnce)) {
      if (this.#room <= 0) return;
      const sizes = await Promise.all(some.map((picture) => this.#sizeOf(picture)));
      for (const [at, picture] of some.entries()) {
        const bytes = sizes[at];
        if (bytes === undefined) continue;
        // From the first that does not fit, none is read any more.
        this.#room = bytes > this.#room ? 0 : this.#room - bytes;
        if (this.#room > 0) this.#promised.add(picture);
      }
    }
  }

  async #sizeOf(picture: string): Promise<number | undefined> {
    if (this.#room === Number.POSITIVE_INFINITY) return (await hasLargestFile('text', picture)) ? 0 : undefined;
    return (await largestFile('text', picture))?.length;
  }

  /** The pictures that files of notes show, and that do not lie there yet. */
  due(): string[] {
    const shown = new Set(this.#files.all().flatMap(([, { pictures }]) => pictures ?? []));
    return [...shown].filter((picture) => !this.#files.get(pictureKey(picture)));
  }

  /** `other`: there is another file with its name. One with the same bytes that we have no record of is its owner's. */
  async bring(picture: string): Promise<{ name: string; outcome?: 'written' | 'other'; bytes: number }> {
    const [key, name] = [pictureKey(picture), pictureFile(picture)];
    const content = this.#failures < maxFailures && this.#promised.has(picture) && (await largestFile('text', picture));
    if (!content) return { name, bytes: 0 };
    const file = { name, digest: digestOf(content) };
    const outcome = await this.#attempt(async () => {
      const before = await this.#target.read(name);
      if (before && digestOf(before) === file.digest) {
        this.#files.restore(key, { ...file, theirs: true });
        return undefined;
      }
      if (before) return 'other' as const;
      await this.#files.announce([[key, file]]);
      // If this fails, the next run finds out whether it was written.
      this.#files.restore(key, { name, digest: unwritten, coming: file });
      const isWritten = await this.#target.put(name, Buffer.from(content), undefined);
      if (isWritten) this.#files.set(key, file);
      else this.#files.forget(key);
      return isWritten ? ('written' as const) : ('other' as const);
    });
    return { name, bytes: content.length, ...(outcome && { outcome }) };
  }

  /** What a file holds; undefined also if it cannot be read. */
  read(name: string): Promise<Buffer | undefined> {
    return this.#attempt(() => this.#target.read(name));
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ExportFailure)) throw error;
      this.#failures += 1;
      this.why ??= error.message;
      return undefined;
    }
  }
}
