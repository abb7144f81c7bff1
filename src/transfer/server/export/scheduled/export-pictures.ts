import { hasLargestFile, largestFile } from '../../../../pictures/server/pictures.ts';
import { inParts } from '../../../../platform/model/parts.ts';
import { digestOf, ExportFailure, type ExportTarget } from './export-target.ts';
import type { WrittenFile } from '../../store/written-exports.ts';
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
  /** The keys of those written since the last `save`. */
  #unsaved: string[] = [];
  /** Why the first picture that failed was not written. */
  why: string | undefined;

  constructor(target: ExportTarget, files: KnownFiles) {
    this.#target = target;
    this.#files = files;
    this.#room = target.room;
  }

  /** Whether a picture lies there, or will at the end of this run, unless the place refuses it. */
  has(picture: string): boolean {
    const known = this.#files.get(pictureKey(picture));
    return known ? known.refused === undefined : this.#promised.has(picture);
  }

  /** Whether the place refused a picture, which is tried again. */
  isRefused(picture: string): boolean {
    return this.#triesOf(picture) !== undefined;
  }

  /** How many times the place refused a picture; undefined if it is not recorded as refused. */
  #triesOf(picture: string): number | undefined {
    return this.#files.get(pictureKey(picture))?.refused;
  }

  /** Finds out which of these pictures can be brought: they are stored here, and there is room. */
  async promise(shown: Iterable<string>): Promise<void> {
    const others = [...new Set(shown)].filter((picture) => !this.has(picture) && !this.#promised.has(picture));
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

  /**
   * The pictures that notes with files show, and that do not lie there yet. Those that were refused come last, and of these
   * the most often refused: however many a place never takes, others get their turn. `onlyNew`: without refused ones.
   */
  due(onlyNew = false): string[] {
    const shown = [...new Set(this.#files.all().flatMap(([, { pictures }]) => pictures ?? []))];
    const isNew = (picture: string) => !this.#files.get(pictureKey(picture));
    const refused = onlyNew ? [] : shown.filter((picture) => this.isRefused(picture));
    const tries = (picture: string) => this.#triesOf(picture) ?? 0;
    return [...shown.filter(isNew), ...refused.toSorted((one, other) => tries(one) - tries(other))];
  }

  /**
   * `other`: there is another file with its name. One with the same bytes is ours, as a note's file is: its name comes from
   * them, so we wrote it before this export was set up again. A picture that does not come is recorded as refused.
   */
  async bring(picture: string): Promise<{ name: string; outcome?: 'written' | 'other'; bytes: number }> {
    const [key, name] = [pictureKey(picture), pictureFile(picture)];
    if (!this.#promised.has(picture)) return { name, bytes: 0 };
    const tries = this.#triesOf(picture) ?? 0;
    const content = this.#failures < maxFailures ? await largestFile('text', picture) : undefined;
    const outcome = content && (await this.#put(key, { name, digest: digestOf(content) }, content));
    if ((this.#files.get(key)?.digest ?? unwritten) === unwritten)
      this.#files.refuse(key, name, content ? tries + 1 : tries);
    return { name, bytes: content?.length ?? 0, ...(outcome && { outcome }) };
  }

  async #put(key: string, file: WrittenFile, content: Uint8Array): Promise<'written' | 'other' | undefined> {
    const { name } = file;
    return this.attempt(async () => {
      const before = await this.#target.read(name);
      if (before && digestOf(before) === file.digest) {
        this.#files.set(key, file);
        return undefined;
      }
      if (before) return 'other' as const;
      await this.#files.announce([[key, file]]);
      // If this fails, the next run finds out whether it was written.
      this.#files.restore(key, { name, digest: unwritten, coming: file });
      const isWritten = await this.#target.put(name, Buffer.from(content), undefined);
      if (isWritten) this.#files.set(key, file);
      if (isWritten) this.#unsaved.push(key);
      else this.#files.forget(key);
      return isWritten ? ('written' as const) : ('other' as const);
    });
  }

  /**
   * Makes those written permanent by `work`. A repository refuses pictures only with the commit that has them: then they are
   * removed again, and the number of these is returned.
   */
  async save(work: () => Promise<void>): Promise<number> {
    const unsaved = this.#unsaved.splice(0);
    if (await this.attempt(() => work().then(() => true))) return 0;
    for (const key of unsaved) {
      const file = this.#files.get(key);
      if (!file || !(await this.#target.remove(file))) continue;
      this.#files.forget(key);
      this.#files.refuse(key, file.name, 1);
    }
    return unsaved.length;
  }

  /** What a file holds; undefined also if it cannot be read. */
  read(name: string): Promise<Buffer | undefined> {
    return this.attempt(() => this.#target.read(name));
  }

  /** The result of work for pictures; undefined if the place fails. */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
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
