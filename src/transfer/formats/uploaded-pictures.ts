import { outsideOfCode } from '../../notes/model/code-in-markdown.ts';
import { withShownPictures } from '../model/file-links.ts';
import { pictureScheme } from '../model/import-item.ts';
import { attachmentsLeftOut } from './field-values.ts';
import { percentEncoded, readable } from './documents/vault-syntax.ts';
import type { Items } from './file.ts';
import type { Siblings } from './siblings.ts';
import type { ZipEntry } from './zip-entries.ts';

/** The largest picture that one call may upload, in bytes. */
const largest = 4_500_000;

/** A picture that a text shows, or why it cannot be read. */
export type PictureFile = { name: string } & (
  { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; why: string }
);

/** The pictures among the files that the texts show. The texts have to be read before. */
export async function* picturesShown(
  entries: AsyncIterable<ZipEntry>,
  around: Siblings,
): AsyncGenerator<PictureFile, void> {
  for await (const { name, bytes, fault } of entries) {
    if (!around.shown.has(name)) continue;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for await (const part of bytes) {
      length += part.length;
      if (length <= largest) parts.push(part.slice());
    }
    const why = fault() ?? (length > largest ? 'It is larger than 4.5 MB.' : undefined);
    if (why !== undefined) yield { name, ok: false, why };
    else yield { name, ok: true, bytes: new Uint8Array(await new Blob(parts).arrayBuffer()) };
  }
}

/** The result of an upload: the picture's address here, or why it has none. */
export type UploadedPicture = { address: string } | { why: string };

const file = `${pictureScheme}([^()\\s<>]{1,2000})`;
/** Where a text names a picture file. `named`: in a picture, a link, or an address that is defined apart. */
const anywhere = new RegExp(`(?<=^|[\\s(<"'>]|\\]:)${pictureScheme}([^()\\s<>"?#]{1,2000})`, 'g');
const named = new RegExp(`(\\]\\(<?|\\]:[ \\t]*<?)${file}`, 'g');
const shown = new RegExp(`!\\[((?:[^\\[\\]\\\\]|\\\\.){0,1000})\\]\\(<?${file}>?(?:[ \\t]+"[^"\\n]{0,300}")?\\)`, 'g');

/** Items without the pictures that our own exports contain: their addresses stay those of the original pictures. */
export async function* withoutPictures(items: Items): Items {
  for await (const entry of items) {
    if (!('item' in entry) || !entry.item.files) yield entry;
    else {
      const { files: _, ...item } = entry.item;
      yield { ...entry, item };
    }
  }
}

/** Uploads a picture; undefined if the import was stopped. */
export type SendPicture = (picture: PictureFile) => Promise<UploadedPicture | undefined>;

/** Items of our own exports: uploads their pictures, and replaces the addresses in their texts. */
export async function* withSentPictures(items: Items, send: SendPicture): Items {
  for await (const entry of items) {
    if (!('item' in entry) || !entry.item.files) {
      yield entry;
      continue;
    }
    const { files, remarks = [], ...item } = entry.item;
    const messages: string[] = [];
    const addresses = new Map<string, string>();
    for (const [name, text] of Object.entries(files)) {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const sent = await send({ name: `${name}.webp`, ok: true, bytes });
      if (!sent) return;
      if ('address' in sent) addresses.set(name, sent.address);
      else messages.push(`Not all of its pictures were imported. ${sent.why}`);
    }
    const all = [...remarks, ...new Set(messages)];
    const body = withShownPictures(item.body, (name) => addresses.get(name));
    yield { ...entry, item: { ...item, body, ...(all.length > 0 && { remarks: all }) } };
  }
}

/**
 * Replaces the file names of pictures in texts by their addresses. Without one, the words stay, or a
 * link keeps the file's name, and the report says why.
 */
export async function* withPictures(items: Items, brought: ReadonlyMap<string, UploadedPicture>): Items {
  for await (const entry of items) {
    if (!('item' in entry) || !entry.item.body.includes(pictureScheme)) {
      yield entry;
      continue;
    }
    const missing: string[] = [];
    const reasons = new Set<string>();
    const miss = (name: string) => {
      const picture = brought.get(name);
      missing.push(name);
      reasons.add(picture && 'why' in picture ? picture.why : 'It wasn’t among the files.');
      return name.split('/').at(-1) ?? name;
    };
    const addressed = outsideOfCode(entry.item.body, (part) =>
      part.replace(anywhere, (whole, written: string) => {
        const picture = brought.get(readable(written));
        return picture && 'address' in picture ? picture.address : whole;
      }),
    );
    const worded = addressed.replace(shown, (_, alt: string, written: string) => {
      const name = miss(readable(written));
      return `*${alt.trim() || name}*`;
    });
    const body = worded.replace(
      named,
      (_, before: string, written: string) => before + percentEncoded(miss(readable(written))),
    );
    const { aside = [], remarks = [], ...item } = entry.item;
    const left = [...aside, ...attachmentsLeftOut([...new Set(missing)])];
    const messages = [...remarks, ...[...reasons].map((why) => `Not all of its pictures were imported. ${why}`)];
    yield {
      ...entry,
      item: {
        ...item,
        body,
        ...(left.length > 0 && { aside: left }),
        ...(messages.length > 0 && { remarks: messages }),
      },
    };
  }
}
