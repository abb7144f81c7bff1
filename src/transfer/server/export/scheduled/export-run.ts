import { pictureAddress, pictureSizes, withPictureAddresses } from '../../../../pictures/model/addresses.ts';
import { environment } from '../../../../platform/server/env.ts';
import type { OwnNote } from '../../../../notes/model/note.ts';
import type { Redis } from '../../../../platform/server/store/redis.ts';
import { forgetWritten, missingNotes, keepWritten, type KnownFile } from '../../store/written-exports.ts';
import type { FileLinked } from '../../../model/file-links.ts';
import type { FileNames } from '../file-names.ts';
import { isClosed } from '../own-notes.ts';
import { linkedByFile, markdownOf } from '../markdown.ts';
import { digestOf, type ExportTarget, type WrittenFile } from './export-target.ts';

/** What a run has done. `left`: the first files that were changed there and left alone. */
export type RunResult = { written: number; removed: number; left: string[] };

const [filesAtOnce, notesAtOnce] = [4, 200];
const maxNamed = 20;
/** In place of the digest of a file that is yet to be written for the first time. */
const unwritten = '';

/** A note, what its file is called there, and what is in it. */
type Bringable = { note: OwnNote; name: string; text: string };

type Where = {
  userId: string;
  target: ExportTarget;
  names: FileNames;
  files: Map<string, KnownFile>;
  mayGoOn: () => boolean;
};

/** Writes and removes files of notes in a place, and records what lies there. */
export class ExportRun {
  readonly result: RunResult = { written: 0, removed: 0, left: [] };
  readonly #redis: Redis;
  readonly #where: Where;
  /** The notes of the files there, by file name in small letters: names that differ only in capitals may be one file. */
  readonly #owners: Map<string, string>;
  /** The notes whose files differ from what is stored of them. */
  readonly #changed = new Set<string>();
  readonly #siteUrl = environment().SITE_URL;

  constructor(redis: Redis, where: Where) {
    this.#redis = redis;
    this.#where = where;
    this.#owners = new Map([...where.files].map(([uuid, { name }]) => [name.toLowerCase(), uuid]));
  }

  /**
   * Finds out which files an interrupted run wrote: it announced them, and could not record that they were written. Taken
   * for somebody else's, they would never be written again. Gives false if it had to stop, as `take` and `clear` do.
   */
  async settle(): Promise<boolean> {
    const { files, target } = this.#where;
    const unsure = [...files].flatMap(([uuid, { coming, ...before }]) => (coming ? [{ uuid, before, coming }] : []));
    const moved: typeof unsure = [];
    const done = await this.#each(unsure, filesAtOnce, async (one) => {
      const { uuid, before, coming } = one;
      const text = await target.read(coming.name);
      // Another note may have been found to have its file by now.
      if (!files.has(uuid)) return;
      if (text !== undefined && digestOf(text) === coming.digest) {
        this.#set(uuid, coming);
        if (before.name.toLowerCase() !== coming.name.toLowerCase()) moved.push(one);
      } else if (before.digest === unwritten) files.delete(uuid);
      else files.set(uuid, before);
      this.#changed.add(uuid);
    });
    return (await this.#each(moved, 1, ({ uuid, before }) => this.#remove(uuid, before))) && done;
  }

  async take(notes: readonly OwnNote[]): Promise<boolean> {
    const { userId, names, target } = this.#where;
    const texts = await linkedByFile(this.#redis, userId, notes, names);
    const all = notes.map((note, at) => {
      const name = `${names.nameOf(note)}.md`;
      return { note, name, text: this.#textOf(note, texts[at] ?? { text: note.body, links: {} }) };
    });
    const due = all.filter((one) => this.#isDue(one));
    await this.#announce(due);
    // Whatever becomes of them, `save` records it.
    for (const { note } of due) this.#changed.add(note.uuid);
    const moves = due.filter((one) => this.#isMove(one));
    const others = due.filter((one) => !moves.includes(one));
    // A note may take the name that another one leaves.
    const done =
      (await this.#each(others, filesAtOnce, (one) => this.#bring(one))) &&
      (await this.#each(moves, 1, (one) => this.#bring(one)));
    if (this.#changed.size >= target.batch) await this.save();
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

  #isDue({ note: { uuid }, name, text }: Bringable): boolean {
    const before = this.#where.files.get(uuid);
    return before?.name !== name || before.digest !== digestOf(text);
  }

  /** Records what is about to be written, for `settle`. */
  async #announce(due: readonly Bringable[]): Promise<void> {
    const { userId, files } = this.#where;
    const coming = due.map(({ note: { uuid }, name, text }) => {
      const before = files.get(uuid) ?? { name, digest: unwritten };
      return [uuid, { ...before, coming: { name, digest: digestOf(text) } }] as const;
    });
    await keepWritten(this.#redis, userId, new Map(coming));
  }

  #textOf(note: OwnNote, { text, links }: FileLinked): string {
    // Only texts are exported, so pictures are shown from this site.
    const shown = withPictureAddresses(
      text,
      (picture) => this.#siteUrl + pictureAddress(picture, pictureSizes.text[0]),
    );
    return markdownOf(note, { text: shown, links });
  }

  #isMove({ note: { uuid }, name }: Bringable): boolean {
    const [before, owner] = [this.#where.files.get(uuid), this.#owners.get(name.toLowerCase())];
    return (before !== undefined && before.name !== name) || (owner !== undefined && owner !== uuid);
  }

  async #bring({ note, name, text }: Bringable): Promise<void> {
    const { names, files, target } = this.#where;
    const { uuid } = note;
    const before = files.get(uuid);
    if (before && before.name !== name && !(await this.#isOurs(before))) return this.#leave(before.name);
    if (!(await target.put(name, text, await this.#expected(uuid, name)))) {
      const longName = `${names.longNameOf(note)}.md`;
      const isOthers = before?.name !== name && !(await target.read(name))?.includes(uuid);
      if (!isOthers || name === longName) return this.#leave(name);
      const renamed = { note, name: longName, text };
      if (!this.#isDue(renamed)) return;
      await this.#announce([renamed]);
      return this.#bring(renamed);
    }
    if (before && before.name.toLowerCase() !== name.toLowerCase()) await this.#remove(uuid, before);
    this.#set(uuid, { name, digest: digestOf(text) });
    this.result.written += 1;
  }

  /** Takes note of a file that a note has now. If another note had it, that one has none any more. */
  #set(uuid: string, file: WrittenFile): void {
    const key = file.name.toLowerCase();
    const owner = this.#owners.get(key) ?? uuid;
    if (owner !== uuid) this.#forget(owner);
    this.#owners.set(key, uuid);
    this.#where.files.set(uuid, file);
    this.#changed.add(uuid);
  }

  #forget(uuid: string): void {
    this.#where.files.delete(uuid);
    this.#changed.add(uuid);
  }

  /**
   * The file there under this name as we wrote it. If it was another note's file, that note is renamed or gone by now, and
   * loses the file.
   */
  async #expected(uuid: string, name: string): Promise<WrittenFile | undefined> {
    const { files, target } = this.#where;
    const owner = this.#owners.get(name.toLowerCase());
    const there = owner === undefined ? undefined : files.get(owner);
    if (owner === undefined || there === undefined) return undefined;
    if (owner !== uuid) this.#forget(owner);
    if (there.name === name) return there;
    await target.remove(there);
    return undefined;
  }

  async #isOurs({ name, digest }: WrittenFile): Promise<boolean> {
    const text = await this.#where.target.read(name);
    return text === undefined || digestOf(text) === digest;
  }

  /** Removes the file that a note had under another name. */
  async #remove(uuid: string, before: WrittenFile): Promise<void> {
    const key = before.name.toLowerCase();
    if (this.#owners.get(key) !== uuid) return;
    this.#owners.delete(key);
    if (!(await this.#where.target.remove(before))) this.#leave(before.name);
  }

  /**
   * Removes the files of notes that are gone. Stops if the account was closed: its notes are gone by then, and the files
   * are what its owner wants to keep of them.
   */
  async clear(): Promise<boolean> {
    const { userId, files, target } = this.#where;
    const all = [...files.keys()];
    for (let from = 0; from < all.length; from += notesAtOnce) {
      const gone = await missingNotes(this.#redis, all.slice(from, from + notesAtOnce));
      // Asked afterwards: an account is closed before its notes are removed.
      if (gone.length > 0 && (await isClosed(this.#redis, userId))) return false;
      const done = await this.#each(gone, 1, async (uuid) => {
        const file = files.get(uuid);
        if (file && (await target.remove(file))) this.result.removed += 1;
        else if (file) this.#leave(file.name);
        this.#forget(uuid);
      });
      await this.save();
      if (!done) return false;
    }
    return true;
  }

  async save(): Promise<void> {
    const { userId, files, target } = this.#where;
    await target.save();
    const written = [...this.#changed].map((uuid) => [uuid, files.get(uuid)] as const);
    await keepWritten(this.#redis, userId, new Map(written.flatMap(([uuid, file]) => (file ? [[uuid, file]] : []))));
    await forgetWritten(
      this.#redis,
      userId,
      written.flatMap(([uuid, file]) => (file ? [] : [uuid])),
    );
    this.#changed.clear();
  }

  #leave(name: string): void {
    if (this.result.left.length < maxNamed) this.result.left.push(name);
  }
}
