import { pictureAddress, pictureSizes, withPictureAddresses } from '../../../../pictures/model/addresses.ts';
import { environment } from '../../../../platform/server/env.ts';
import type { ExportPlace } from '../../../model/scheduled-export.ts';
import type { OwnNote } from '../../../../notes/model/note.ts';
import type { Redis } from '../../../../platform/server/store/redis.ts';
import { forgetWritten, goneNotes, keepWritten, readWritten } from '../../store/written-exports.ts';
import type { FileLinked } from '../../../model/file-links.ts';
import { FileNames } from '../file-names.ts';
import { linkedByFile, markdownOf } from '../markdown.ts';
import { readOwnNotes } from '../own-notes.ts';
import { gitTarget } from './git.ts';
import { digestOf, type ExportTarget, type Place, type WrittenFile } from './ask-outside.ts';
import { webdavTarget } from './webdav.ts';

/** What a run has done. `left`: the first files that were changed there and left alone. */
export type Brought = { written: number; removed: number; left: string[] };

const [filesAtOnce, notesAtOnce] = [4, 200];
const maxNamed = 20;

/**
 * Exports a person's notes to a place as Markdown files: writes those that changed since the last time, and removes those
 * that are gone. Goes as far as `mayGoOn` allows; the next run continues at the cursor that it gives, null at the end.
 * Throws `ExportFailure`.
 */
export async function bringNotes(
  redis: Redis,
  userId: string,
  kind: ExportPlace['kind'],
  place: Place,
  { cursor, mayGoOn }: { cursor: string | null; mayGoOn: () => boolean },
): Promise<Brought & { cursor: string | null }> {
  const target = await (kind === 'git' ? gitTarget : webdavTarget)(place);
  try {
    const [names, files] = await Promise.all([FileNames.of(redis, userId), readWritten(redis, userId)]);
    const bringing = new Bringing(redis, { userId, target, names, files });
    let next = cursor;
    do {
      const page = await readOwnNotes(redis, userId, next);
      await bringing.take(page.notes.map(({ note }) => note));
      next = page.next;
      if (next !== null && !mayGoOn()) {
        await bringing.save();
        return { ...bringing.brought, cursor: next };
      }
    } while (next !== null);
    await bringing.save();
    await bringing.clear();
    return { ...bringing.brought, cursor: null };
  } finally {
    await target.close();
  }
}

/** A note, what its file is called there, and what is in it. */
type Bringable = { note: OwnNote; name: string; text: string };

type Where = { userId: string; target: ExportTarget; names: FileNames; files: Map<string, WrittenFile> };

class Bringing {
  readonly brought: Brought = { written: 0, removed: 0, left: [] };
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

  async take(notes: readonly OwnNote[]): Promise<void> {
    const { userId, names, target } = this.#where;
    const texts = await linkedByFile(this.#redis, userId, notes, names);
    const all = notes.map((note, at) => {
      const name = `${names.nameOf(note)}.md`;
      return { note, name, text: this.#textOf(note, texts[at] ?? { text: note.body, links: {} }) };
    });
    const moves = all.filter((one) => this.#isMove(one));
    const others = all.filter((one) => !moves.includes(one));
    for (let at = 0; at < others.length; at += filesAtOnce)
      await Promise.all(others.slice(at, at + filesAtOnce).map((one) => this.#bring(one)));
    // A note may take the name that another one leaves.
    for (const one of moves) await this.#bring(one);
    if (this.#changed.size >= target.batch) await this.save();
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
    const [before, digest] = [files.get(uuid), digestOf(text)];
    if (before?.name === name && before.digest === digest) return;
    if (before && before.name !== name && !(await this.#isOurs(before))) return this.#leave(before.name);
    if (!(await target.put(name, text, await this.#expected(uuid, name)))) {
      const longName = `${names.longNameOf(note)}.md`;
      const isOthers = before?.name !== name && !(await target.read(name))?.includes(uuid);
      if (isOthers && name !== longName) return this.#bring({ note, name: longName, text });
      return this.#leave(name);
    }
    if (before && before.name.toLowerCase() !== name.toLowerCase()) await this.#remove(uuid, before);
    this.#owners.set(name.toLowerCase(), uuid);
    files.set(uuid, { name, digest });
    this.#changed.add(uuid);
    this.brought.written += 1;
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
    if (owner !== uuid) {
      files.delete(owner);
      this.#changed.add(owner);
    }
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

  /** Removes the files of notes that are gone. */
  async clear(): Promise<void> {
    const { userId, files, target } = this.#where;
    const all = [...files.keys()];
    for (let from = 0; from < all.length; from += notesAtOnce) {
      const gone = await goneNotes(this.#redis, all.slice(from, from + notesAtOnce));
      for (const file of gone.map((uuid) => files.get(uuid)).filter((each) => each !== undefined)) {
        if (await target.remove(file)) this.brought.removed += 1;
        else this.#leave(file.name);
      }
      if (gone.length === 0) continue;
      await target.save();
      await forgetWritten(this.#redis, userId, gone);
    }
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
    if (this.brought.left.length < maxNamed) this.brought.left.push(name);
  }
}
