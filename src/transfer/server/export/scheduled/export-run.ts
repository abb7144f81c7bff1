import { picturesIn } from '../../../../pictures/model/addresses.ts';
import { withShownPictures } from '../../../model/file-links.ts';
import { environment } from '../../../../platform/server/env.ts';
import { inParts } from '../../../../platform/model/parts.ts';
import type { Redis } from '../../../../platform/server/store/redis.ts';
import { missingNotes, type WrittenFile } from '../../store/written-exports.ts';
import type { FileNames } from '../file-names.ts';
import { isClosed, ownNotePages, type Note } from '../own-notes.ts';
import { linkedByFile, markdownOf } from '../markdown.ts';
import { digestOf, type ExportTarget } from './export-target.ts';
import { ExportPictures } from './export-pictures.ts';
import { isPicture, pictureFile, pictureKey, unwritten, type KnownFiles } from './known-files.ts';

/** What a run has done. `left`: the first files that were changed there and left alone. `pictures`: why one failed. */
export type RunResult = { written: number; removed: number; left: string[]; pictures?: string };

const [filesAtOnce, notesAtOnce, maxNamed] = [4, 200, 20];

/** A note, and the file that it is to have there. */
type Bringable = { note: Note; file: WrittenFile; content: Buffer };

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
  readonly #pictures: ExportPictures;
  readonly #siteUrl = environment().SITE_URL;
  /** How many bytes were written since the last `save`. */
  #unsaved = 0;

  constructor(redis: Redis, where: Where) {
    this.#redis = redis;
    this.#where = where;
    this.#pictures = new ExportPictures(where.target, where.files);
  }

  /**
   * Finds out which files an interrupted run wrote: it announced them, and could not record that they were written. Taken
   * for somebody else's, they would never be written again. Gives false if it had to stop, as `take` and `clear` do.
   */
  async settle(): Promise<boolean> {
    const { files, target } = this.#where;
    const pictures = this.#pictures;
    const unsure = files.all().flatMap(([key, { coming, ...before }]) => (coming ? [{ key, before, coming }] : []));
    const moved: typeof unsure = [];
    const done = await this.#each(unsure, filesAtOnce, async (one) => {
      const { key, before, coming } = one;
      const content = await (isPicture(key) ? pictures.read(coming.name) : target.read(coming.name));
      // Another note may have been found to have its file by now.
      if (!files.get(key)) return;
      if (content && digestOf(content) === coming.digest) {
        files.set(key, coming);
        if (before.name.toLowerCase() !== coming.name.toLowerCase()) moved.push(one);
      } else if (before.digest === unwritten && before.refused === undefined) files.forget(key);
      else files.restore(key, before);
    });
    const settled = (await this.#each(moved, 1, ({ key, before }) => this.#remove(key, before))) && done;
    if (settled) await pictures.promise(pictures.due());
    return settled;
  }

  async take(notes: readonly Note[]): Promise<boolean> {
    const { userId, names, target, files } = this.#where;
    const pictures = this.#pictures;
    const shown = notes.flatMap(({ body }) => picturesIn(body));
    const [texts] = await Promise.all([linkedByFile(this.#redis, userId, notes, names), pictures.promise(shown)]);
    const all = notes.map((note, at): Bringable => {
      const { text, links } = texts[at] ?? { text: note.body, links: {} };
      // A picture that does not lie there is shown from this site.
      const addressOf = (picture: string, written: string) =>
        pictures.has(picture) ? pictureFile(picture) : written.startsWith('/') ? this.#siteUrl + written : written;
      const content = Buffer.from(markdownOf(note, { text: withShownPictures(text, addressOf), links }));
      const beside = picturesIn(note.body).filter((picture) => pictures.has(picture) || pictures.isRefused(picture));
      const file = { name: `${names.nameOf(note)}.md`, digest: digestOf(content) };
      return { note, content, file: beside.length > 0 ? { ...file, pictures: beside } : file };
    });
    const due = all.filter((one) => this.#isDue(one));
    await files.announce(due.map(({ note, file }) => [note.uuid, file]));
    const moves = due.filter((one) => this.#isMove(one));
    const others = due.filter((one) => !moves.includes(one));
    // A note may take the name that another one leaves.
    const done =
      (await this.#each(others, filesAtOnce, (one) => this.#bring(one))) &&
      (await this.#each(moves, 1, (one) => this.#bring(one)));
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
    if (!(await target.put(name, content, await this.#expected(name)))) {
      const longName = `${names.longNameOf(note)}.md`;
      const isOthers = before?.name !== name && !(await target.read(name))?.includes(uuid);
      if (!isOthers || name === longName) return before ? this.#leave(name) : this.#leaveNote(file);
      const renamed = { note, file: { ...file, name: longName }, content };
      if (!this.#isDue(renamed)) return;
      await files.announce([[uuid, renamed.file]]);
      return this.#bring(renamed);
    }
    if (before && before.name.toLowerCase() !== name.toLowerCase()) await this.#remove(uuid, before);
    files.set(uuid, file);
    this.#count(content.length);
  }

  #count(bytes: number): void {
    this.result.written += 1;
    this.#unsaved += bytes;
  }

  /**
   * Brings the pictures that files of notes show, and that do not lie there yet; files whose pictures were refused show them
   * from this site, and the run is not over before. If one fails and time is up, the rest waits for the next scheduled run:
   * continuing at once would meet the same failure. `hasFailed`: one did, before this run was interrupted.
   */
  async bringPictures(hasFailed: boolean): Promise<boolean> {
    const { target } = this.#where;
    const pictures = this.#pictures;
    const save = async () => (this.result.written -= await pictures.save(() => this.save()));
    const done = await this.#each(inParts(pictures.due(hasFailed), filesAtOnce), 1, async (some) => {
      const brought = await Promise.all(some.map((picture) => pictures.bring(picture)));
      for (const { name, outcome, bytes } of brought) {
        if (outcome === 'written') this.#count(bytes);
        if (outcome === 'other') this.#leave(name);
      }
      if (this.#unsaved >= target.batch.bytes) await save();
    });
    await save();
    const isShown = await pictures.attempt(() => this.#showRefused());
    if (pictures.why !== undefined) this.result.pictures = pictures.why;
    return isShown !== false && (done || pictures.why !== undefined);
  }

  async #showRefused(): Promise<boolean> {
    const { userId, files } = this.#where;
    const isRefused = (picture: string) => this.#pictures.isRefused(picture);
    const uuids = files.all().flatMap(([uuid, { pictures }]) => (pictures?.some(isRefused) ? [uuid] : []));
    for await (const page of ownNotePages(this.#redis, userId, uuids)) {
      if (!(await this.take(page.map(({ note }) => note)))) return false;
    }
    return true;
  }

  /**
   * The file there under this name as we wrote it. If it was another note's file, that note is renamed or gone by now, and
   * loses the file once this one is written.
   */
  async #expected(name: string): Promise<WrittenFile | undefined> {
    const { files, target } = this.#where;
    const owner = files.ownerOf(name);
    const there = owner === undefined ? undefined : files.get(owner);
    if (owner === undefined || there === undefined) return undefined;
    if (there.name === name) return there;
    if (!(await target.remove(there))) this.#leaveNote(there);
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
    if (!(await target.remove(before))) this.#leaveNote(before);
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
    const unshown = files
      .all()
      .flatMap(([key, { theirs }]) => (isPicture(key) && !theirs && !shown.has(key) ? [key] : []));
    return this.#each(unshown, 1, (key) => this.#removeFor(key));
  }

  /** Removes the file of a note or picture for good. One that its owner changed stays, with the pictures that it shows. */
  async #removeFor(key: string): Promise<void> {
    const { files, target } = this.#where;
    const file = files.get(key);
    if (file?.refused !== undefined) return files.forget(key);
    if (file && (await target.remove(file))) this.result.removed += 1;
    else if (file) this.#leaveNote(file);
    files.forget(key);
  }

  async save(): Promise<void> {
    this.#unsaved = 0;
    await this.#where.target.save();
    await this.#where.files.save();
  }

  /** Leaves a file that its owner changed, with the pictures that it shows: they are theirs from now on. */
  #leaveNote({ name, pictures = [] }: WrittenFile): void {
    this.#leave(name);
    for (const picture of pictures) this.#where.files.leave(pictureKey(picture));
  }

  #leave(name: string): void {
    if (this.result.left.length < maxNamed) this.result.left.push(name);
  }
}
