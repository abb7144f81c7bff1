import { picturesIn } from '../../../../pictures/model/addresses.ts';
import { withShownPictures } from '../../../model/file-links.ts';
import { largestFile } from '../../../../pictures/server/pictures.ts';
import { environment } from '../../../../platform/server/env.ts';
import { inParts } from '../../../../platform/model/parts.ts';
import type { OwnNote } from '../../../../notes/model/note.ts';
import type { Redis } from '../../../../platform/server/store/redis.ts';
import { missingNotes } from '../../store/written-exports.ts';
import type { FileNames } from '../file-names.ts';
import { isClosed } from '../own-notes.ts';
import { linkedByFile, markdownOf } from '../markdown.ts';
import { digestOf, type ExportTarget, type WrittenFile } from './export-target.ts';
import { isPicture, pictureFile, pictureKey, unwritten, type KnownFiles } from './known-files.ts';

/** What a run has done. `left`: the first files that were changed there and left alone. */
export type RunResult = { written: number; removed: number; left: string[] };

const [filesAtOnce, notesAtOnce, maxNamed] = [4, 200, 20];

/** A note, and the file that it is to have there. */
type Bringable = { note: OwnNote; file: WrittenFile; content: Buffer };

type Where = {
  userId: string;
  target: ExportTarget;
  names: FileNames;
  files: KnownFiles;
  mayGoOn: () => boolean;
};

/** Writes and removes files of notes, and of the pictures that they show, in a place, and records what lies there. */
export class ExportRun {
  readonly result: RunResult = { written: 0, removed: 0, left: [] };
  readonly #redis: Redis;
  readonly #where: Where;
  readonly #siteUrl = environment().SITE_URL;
  /** How many bytes of pictures may still be added, and how many bytes were written since the last `save`. */
  #room: number;
  #unsaved = 0;

  constructor(redis: Redis, where: Where) {
    this.#redis = redis;
    this.#where = where;
    this.#room = where.target.room;
  }

  /**
   * Finds out which files an interrupted run wrote: it announced them, and could not record that they were written. Taken
   * for somebody else's, they would never be written again. Gives false if it had to stop, as `take` and `clear` do.
   */
  async settle(): Promise<boolean> {
    const { files, target } = this.#where;
    const unsure = files.all().flatMap(([key, { coming, ...before }]) => (coming ? [{ key, before, coming }] : []));
    const moved: typeof unsure = [];
    const done = await this.#each(unsure, filesAtOnce, async (one) => {
      const { key, before, coming } = one;
      const content = await target.read(coming.name);
      // Another note may have been found to have its file by now.
      if (!files.get(key)) return;
      if (content && digestOf(content) === coming.digest) {
        files.set(key, coming);
        if (before.name.toLowerCase() !== coming.name.toLowerCase()) moved.push(one);
      } else if (before.digest === unwritten) files.forget(key);
      else files.restore(key, before);
    });
    return (await this.#each(moved, 1, ({ key, before }) => this.#remove(key, before))) && done;
  }

  async take(notes: readonly OwnNote[]): Promise<boolean> {
    const { userId, names, target, files } = this.#where;
    const [texts, there] = await Promise.all([
      linkedByFile(this.#redis, userId, notes, names),
      this.#bringablePictures(notes),
    ]);
    const all = notes.map((note, at): Bringable => {
      const { text, links } = texts[at] ?? { text: note.body, links: {} };
      // A picture that does not lie there is shown from this site.
      const addressOf = (picture: string, written: string) =>
        there.has(picture) ? pictureFile(picture) : new URL(written, this.#siteUrl).href;
      const content = Buffer.from(markdownOf(note, { text: withShownPictures(text, addressOf), links }));
      const pictures = picturesIn(note.body).filter((picture) => there.has(picture));
      const file = { name: `${names.nameOf(note)}.md`, digest: digestOf(content) };
      return { note, content, file: pictures.length > 0 ? { ...file, pictures } : file };
    });
    const due = all.filter((one) => this.#isDue(one));
    await files.announce(due.map(({ note, file }) => [note.uuid, file]));
    const moves = due.filter((one) => this.#isMove(one));
    const others = due.filter((one) => !moves.includes(one));
    // A note may take the name that another one leaves.
    const done =
      (await this.#each(others, filesAtOnce, (one) => this.#bring(one))) &&
      (await this.#each(moves, 1, (one) => this.#bring(one))) &&
      (await this.#bringPictures(notes));
    if (files.changed >= target.batch.files || this.#unsaved >= target.batch.bytes) await this.save();
    return done;
  }

  /** Runs `work` on each, a few at once, and at least on the first few; false if it had to stop before the last. */
  async #each<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<boolean> {
    for (let at = 0; at < items.length; at += atOnce) {
      if (at > 0 && !this.#where.mayGoOn()) return false;
      await Promise.all(items.slice(at, at + atOnce).map(work));
    }
    return true;
  }

  #isDue({ note: { uuid }, file: { name, digest } }: Bringable): boolean {
    const before = this.#where.files.get(uuid);
    return before?.name !== name || before.digest !== digest;
  }

  #isMove({ note: { uuid }, file: { name } }: Bringable): boolean {
    const { files } = this.#where;
    const [before, owner] = [files.get(uuid), files.ownerOf(name)];
    return (before !== undefined && before.name !== name) || (owner !== undefined && owner !== uuid);
  }

  async #bring({ note, file, content }: Bringable): Promise<void> {
    const { names, files, target } = this.#where;
    const [{ uuid }, { name }] = [note, file];
    const before = files.get(uuid);
    if (before && before.name !== name && !(await this.#isOurs(before))) return this.#leave(before.name);
    if (!(await target.put(name, content, await this.#expected(uuid, name)))) {
      const longName = `${names.longNameOf(note)}.md`;
      const isOthers = before?.name !== name && !(await target.read(name))?.includes(uuid);
      if (!isOthers || name === longName) return this.#leave(name);
      const renamed = { note, file: { ...file, name: longName }, content };
      if (!this.#isDue(renamed)) return;
      await files.announce([[uuid, renamed.file]]);
      return this.#bring(renamed);
    }
    if (before && before.name.toLowerCase() !== name.toLowerCase()) await this.#remove(uuid, before);
    this.#wrote(uuid, file, content);
  }

  #wrote(key: string, file: WrittenFile, content: Uint8Array): void {
    this.#where.files.set(key, file);
    this.result.written += 1;
    this.#unsaved += content.length;
  }

  /** Which pictures of these notes lie there, or may: there are such pictures here, and there is room. */
  async #bringablePictures(notes: readonly OwnNote[]): Promise<ReadonlySet<string>> {
    const { files } = this.#where;
    const shown = [...new Set(notes.flatMap(({ body }) => picturesIn(body)))];
    const there = new Set(shown.filter((picture) => files.get(pictureKey(picture))));
    const others = shown.filter((picture) => !there.has(picture));
    for (const some of inParts(others, filesAtOnce)) {
      if (this.#room <= 0) break;
      const sizes = await Promise.all(some.map(async (name) => (await largestFile('text', name))?.length));
      for (const [at, picture] of some.entries()) {
        const bytes = sizes[at];
        if (bytes === undefined || bytes > this.#room) continue;
        this.#room -= bytes;
        there.add(picture);
      }
    }
    return there;
  }

  /** Brings the pictures that the files of these notes show, and that do not lie there yet. */
  async #bringPictures(notes: readonly OwnNote[]): Promise<boolean> {
    const { files, target } = this.#where;
    const shown = new Set(notes.flatMap(({ uuid }) => files.get(uuid)?.pictures ?? []));
    const due = [...shown].filter((picture) => !files.get(pictureKey(picture)));
    return this.#each(inParts(due, filesAtOnce), 1, async (some) => {
      await Promise.all(some.map((picture) => this.#bringPicture(picture)));
      if (this.#unsaved >= target.batch.bytes) await this.save();
    });
  }

  async #bringPicture(picture: string): Promise<void> {
    const { files, target } = this.#where;
    const content = await largestFile('text', picture);
    if (!content) return;
    const [key, file] = [pictureKey(picture), { name: pictureFile(picture), digest: digestOf(content) }];
    await files.announce([[key, file]]);
    if (await target.put(file.name, Buffer.from(content), undefined)) this.#wrote(key, file, content);
    else this.#leave(file.name);
  }

  /**
   * The file there under this name as we wrote it. If it was another note's file, that note is renamed or gone by now, and
   * loses the file.
   */
  async #expected(uuid: string, name: string): Promise<WrittenFile | undefined> {
    const { files, target } = this.#where;
    const owner = files.ownerOf(name);
    const there = owner === undefined ? undefined : files.get(owner);
    if (owner === undefined || there === undefined) return undefined;
    if (owner !== uuid) files.forget(owner);
    if (there.name === name) return there;
    await target.remove(there);
    return undefined;
  }

  async #isOurs({ name, digest }: WrittenFile): Promise<boolean> {
    const content = await this.#where.target.read(name);
    return content === undefined || digestOf(content) === digest;
  }

  /** Removes the file that a note had under another name. */
  async #remove(uuid: string, before: WrittenFile): Promise<void> {
    const { files, target } = this.#where;
    if (files.ownerOf(before.name) !== uuid) return;
    files.free(before.name);
    if (!(await target.remove(before))) this.#leave(before.name);
  }

  /**
   * Removes the files of notes that are gone, then of pictures that no file of ours shows. Stops if the account was closed:
   * its notes are gone by then, and the files are what its owner wants to keep of them.
   */
  async clear(): Promise<boolean> {
    const { userId, files } = this.#where;
    const notes = files.all().flatMap(([key]) => (isPicture(key) ? [] : [key]));
    for (const some of inParts(notes, notesAtOnce)) {
      const gone = await missingNotes(this.#redis, some);
      // Asked afterwards: an account is closed before its notes are removed.
      if (gone.length > 0 && (await isClosed(this.#redis, userId))) return false;
      const done = await this.#each(gone, 1, (uuid) => this.#removeFor(uuid));
      await this.save();
      if (!done) return false;
    }
    const shown = new Set(files.all().flatMap(([, { pictures }]) => pictures?.map(pictureKey) ?? []));
    const unshown = files.all().flatMap(([key]) => (isPicture(key) && !shown.has(key) ? [key] : []));
    return this.#each(unshown, 1, (key) => this.#removeFor(key));
  }

  /** Removes the file of a note or picture for good. One that its owner changed stays, with the pictures that it shows. */
  async #removeFor(key: string): Promise<void> {
    const { files, target } = this.#where;
    const file = files.get(key);
    if (file && (await target.remove(file))) this.result.removed += 1;
    else if (file) {
      this.#leave(file.name);
      for (const picture of file.pictures ?? []) files.forget(pictureKey(picture));
    }
    files.forget(key);
  }

  async save(): Promise<void> {
    await this.#where.target.save();
    this.#unsaved = 0;
    await this.#where.files.save();
  }

  #leave(name: string): void {
    if (this.result.left.length < maxNamed) this.result.left.push(name);
  }
}
