import { titleKey } from '../../../notes/model/markdown.ts';
import type { Note } from '../../../notes/model/note.ts';
import { ownTitles } from '../../../notes/server/notes.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

/** File systems take 255 bytes for a name, of which its end and what tells it from others need some. */
const longest = { characters: 100, bytes: 200 };

type Named = Pick<Note, 'uuid' | 'title'>;

/**
 * The names of a person's notes as files, without their ending, no two of them alike whatever their capitals: the title,
 * so that `[[Title]]` finds its file in programs that know nothing of front matter. Of several with one title it is the
 * oldest, to which links lead here; the others, and those whose title is no file's name, have the end of their id in it.
 */
export class FileNames {
  /** The notes that are called by their titles. */
  readonly #titled = new Map<string, string>();

  static async of(redis: Redis, userId: string): Promise<FileNames> {
    const names = new FileNames();
    // A name that is a note's title as it is belongs to that note before one that it is made of.
    const made: { name: string; uuid: string }[] = [];
    for await (const { key, uuid } of ownTitles(redis, userId)) {
      const name = legal(key);
      if (name === key) names.#give(name, uuid);
      else made.push({ name, uuid });
    }
    for (const { name, uuid } of made) names.#give(name, uuid);
    return names;
  }

  nameOf({ uuid, title }: Named): string {
    const name = legal(title);
    const isTitled = shortened(name) === name && !unfit.test(name) && this.#titled.get(legal(titleKey(title))) === uuid;
    return isTitled ? name : this.longNameOf({ uuid, title });
  }

  /** A name that no other file has. */
  longNameOf({ uuid, title }: Named): string {
    const name = legal(title).replace(/^([a-z]{3}\d?)\./i, '$1 ');
    return `${shortened(name)} (${uuid.slice(-12)})`.trim();
  }

  #give(name: string, uuid: string): void {
    if (!this.#titled.has(name)) this.#titled.set(name, uuid);
  }
}

/** What no file may be called in one system or another, what ends a link of Obsidian, and what nobody sees. */
const illegal = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff<>:"/\\|?*#^[\]]+|%%+/gu;

function legal(title: string): string {
  const words = title.toWellFormed().normalize('NFC').replace(illegal, ' ').replace(/\s+/gu, ' ');
  return words
    .replace(/^[. ]+/, '')
    .replace(/(?:\.md)+ ?$/i, '')
    .trim();
}

/** Nothing, what Windows keeps for devices, and what others are called that have some of their id in it. */
const unfit = /^$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\([\da-f]{12}\)$/i;

function shortened(name: string): string {
  let short = cutTo(name, longest.characters);
  while (Buffer.byteLength(short) > longest.bytes) short = cutTo(short, short.length - 1);
  return short.trim();
}
