import { titleKey } from '../../../notes/model/markdown.ts';
import type { Note } from '../../../notes/model/note.ts';
import { ownTitles } from '../../../notes/server/notes.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

/** File systems allow 255 bytes for a name; the ending and what makes it unique need some of them. */
const longest = { characters: 100, bytes: 200 };

type Named = Pick<Note, 'uuid' | 'title'>;

/**
 * The file names of a person's notes, without endings, unique whatever their capitals. A note is named by its title, so
 * that `[[Title]]` finds its file in programs that ignore front matter. Of several notes with one title, the oldest has
 * that name, as links lead to it here. The others, and notes whose title cannot be a name, have the end of their id in it.
 */
export class FileNames {
  /** The notes that are named by their titles alone. */
  readonly #titled = new Map<string, string>();

  static async of(redis: Redis, userId: string): Promise<FileNames> {
    const names = new FileNames();
    // A name that is exactly a note's title goes to that note before notes whose titles had to be changed.
    const made: { name: string; uuid: string }[] = [];
    for await (const { key, uuid } of ownTitles(redis, userId)) {
      const name = legal(key);
      if (name === key) names.#give(fileKey(name), uuid);
      else made.push({ name, uuid });
    }
    for (const { name, uuid } of made) names.#give(fileKey(name), uuid);
    return names;
  }

  nameOf({ uuid, title }: Named): string {
    const name = legal(title);
    const key = fileKey(legal(titleKey(title)));
    // `：.md` is the name `：`, which is that of another title as well.
    const isOwn = fileKey(legal(titleKey(name))) === key && this.#titled.get(key) === uuid;
    return isOwn && shortened(name) === name && !unfit.test(name) ? name : this.longNameOf({ uuid, title });
  }

  /** A name that no other file has. */
  longNameOf({ uuid, title }: Named): string {
    const name = legal(title).replace(/^([a-z]{3}[\d¹²³]?)\./i, '$1 ');
    return `${shortened(name)} (${uuid.slice(-12)})`.trim();
  }

  #give(key: string, uuid: string): void {
    if (!this.#titled.has(key)) this.#titled.set(key, uuid);
  }
}

/** Equal for names that are one file on some system: for macOS `straße` is `strasse`, for Windows `οδοσ` is `οδος`. */
const fileKey = (name: string) => name.toUpperCase();

/** Characters that some system forbids in file names, that end a link in Obsidian, or that are invisible. */
const illegal = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff<>:"/\\|?*#^[\]]+|%%+/gu;

function legal(title: string): string {
  const words = title.toWellFormed().normalize('NFC').replace(illegal, ' ').replace(/\s+/gu, ' ');
  return words
    .replace(/^[. ]+/, '')
    .replace(/(?:\.md)+ ?$/i, '')
    .trim();
}

/** Names that are empty, that Windows reserves for devices, or that look like names with the end of an id. */
const unfit = /^$|^(?:con(?:in\$|out\$)?|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)|\([\da-f]{12}\)$/i;

function shortened(name: string): string {
  let short = cutTo(name, longest.characters);
  while (Buffer.byteLength(short) > longest.bytes) short = cutTo(short, short.length - 1);
  return short.trim();
}
