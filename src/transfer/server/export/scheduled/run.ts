import { pictureAddress, pictureSizes, withPictureAddresses } from '../../../../pictures/model/addresses.ts';
import { environment } from '../../../../platform/server/env.ts';
import type { ExportPlace } from '../../../model/scheduled-export.ts';
import type { OwnNote } from '../../../../notes/model/note.ts';
import type { Redis } from '../../../../platform/server/store/redis.ts';
import { forgetWritten, goneWritten, keepWritten, readWritten } from '../../store/written-exports.ts';
import { fileNameOf, markdownOf } from '../markdown.ts';
import { readOwnNotes } from '../own-notes.ts';
import { gitTarget } from './git.ts';
import { digestOf, type ExportTarget, type Place, type WrittenFile } from './ask-outside.ts';
import { webdavTarget } from './webdav.ts';

/** What a run has done. Of files that were changed there, and left alone, the first are named. */
export type Brought = { written: number; removed: number; left: string[] };

const filesAtOnce = 4;
const maxNamed = 20;

/**
 * Brings a person's notes to a place as Markdown files: those that changed since they were last brought, and away those
 * that are gone. Goes as far as `mayGoOn` allows; the cursor that it gives is where the next run goes on, null at the end.
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
  const bringing = new Bringing(redis, userId, target);
  try {
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

class Bringing {
  readonly brought: Brought = { written: 0, removed: 0, left: [] };
  readonly #kept = new Map<string, WrittenFile>();
  readonly #redis: Redis;
  readonly #userId: string;
  readonly #target: ExportTarget;
  readonly #siteUrl = environment().SITE_URL;

  constructor(redis: Redis, userId: string, target: ExportTarget) {
    this.#redis = redis;
    this.#userId = userId;
    this.#target = target;
  }

  async take(notes: readonly OwnNote[]): Promise<void> {
    const uuids = notes.map(({ uuid }) => uuid);
    const before = await readWritten(this.#redis, this.#userId, uuids);
    for (let at = 0; at < notes.length; at += filesAtOnce) {
      const some = notes.slice(at, at + filesAtOnce);
      await Promise.all(some.map((note, index) => this.#bring(note, before[at + index])));
    }
    if (this.#kept.size >= this.#target.batch) await this.save();
  }

  async #bring(note: OwnNote, before: WrittenFile | undefined): Promise<void> {
    const name = `${fileNameOf(note)}.md`;
    // Pictures are shown from here: what is brought are texts.
    const body = withPictureAddresses(
      note.body,
      (picture) => this.#siteUrl + pictureAddress(picture, pictureSizes.text[0]),
    );
    const text = markdownOf({ ...note, body });
    const digest = digestOf(text);
    if (before?.name === name && before.digest === digest) return;
    const isWritten = await this.#target.put(name, text, before?.name === name ? before : undefined);
    if (!isWritten) return this.#leave(name);
    // Another title gives another name.
    if (before && before.name !== name && !(await this.#target.remove(before))) this.#leave(before.name);
    this.#kept.set(note.uuid, { name, digest });
    this.brought.written += 1;
  }

  /** Removes the files of notes that are gone. */
  async clear(): Promise<void> {
    for await (const gone of goneWritten(this.#redis, this.#userId)) {
      for (const { file } of gone) {
        if (await this.#target.remove(file)) this.brought.removed += 1;
        else this.#leave(file.name);
      }
      await this.#target.save();
      await forgetWritten(
        this.#redis,
        this.#userId,
        gone.map(({ uuid }) => uuid),
      );
    }
  }

  async save(): Promise<void> {
    await this.#target.save();
    await keepWritten(this.#redis, this.#userId, this.#kept);
    this.#kept.clear();
  }

  #leave(name: string): void {
    if (this.brought.left.length < maxNamed) this.brought.left.push(name);
  }
}
