import { withPictureAddresses } from '../../pictures/model/addresses.ts';
import { pictureScheme } from '../model/import-item.ts';
import { filesAside } from './field-values.ts';
import type { Items } from './file.ts';
import type { Around } from './siblings.ts';
import type { ZipEntry } from './zip-entries.ts';

/** What a picture may have, as one call may bring. In bytes. */
const largest = 4_500_000;

/** A picture that a text shows, or why it cannot be had. */
export type PictureFile = { name: string } & (
  { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; why: string }
);

/** Those of the pictures among the files that the texts show, once these were read. */
export async function* picturesShown(
  entries: AsyncIterable<ZipEntry>,
  around: Around,
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

/** What became of a picture: the address that it has here, or why it has none. */
export type BroughtPicture = { address: string } | { why: string };

const shown = new RegExp(`!\\[((?:[^\\[\\]\\\\]|\\\\.){0,1000})\\]\\(${pictureScheme}([^()\\s<>]{1,2000})\\)`, 'g');

/** Items without the pictures that a file of ours has: their addresses lead on to those that are here. */
export async function* withoutPictures(items: Items): Items {
  for await (const entry of items) {
    if (!('item' in entry) || !entry.item.files) yield entry;
    else {
      const { files: _, ...item } = entry.item;
      yield { ...entry, item };
    }
  }
}

/** Sends a picture; undefined once the import was stopped. */
export type SendPicture = (picture: PictureFile) => Promise<BroughtPicture | undefined>;

/** Items of our own files, whose pictures are sent, with the addresses that these have here. */
export async function* withSentPictures(items: Items, send: SendPicture): Items {
  for await (const entry of items) {
    if (!('item' in entry) || !entry.item.files) {
      yield entry;
      continue;
    }
    const { files, remarks = [], ...item } = entry.item;
    const said: string[] = [];
    const addresses = new Map<string, string>();
    for (const [name, text] of Object.entries(files)) {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      const sent = await send({ name: `${name}.webp`, ok: true, bytes });
      if (!sent) return;
      if ('address' in sent) addresses.set(name, sent.address);
      else said.push(`Not all of its pictures were imported. ${sent.why}`);
    }
    const all = [...remarks, ...new Set(said)];
    const body = withPictureAddresses(item.body, (name) => addresses.get(name));
    yield { ...entry, item: { ...item, body, ...(all.length > 0 && { remarks: all }) } };
  }
}

/** Items with the addresses of their pictures here. Of one that has none the words stay, and the report names it. */
export async function* withPictures(items: Items, brought: ReadonlyMap<string, BroughtPicture>): Items {
  for await (const entry of items) {
    if (!('item' in entry) || !entry.item.body.includes(`](${pictureScheme}`)) {
      yield entry;
      continue;
    }
    const missing: string[] = [];
    const reasons = new Set<string>();
    const body = entry.item.body.replace(shown, (_, alt: string, written: string) => {
      const name = decodeURIComponent(written);
      const picture = brought.get(name) ?? { why: 'It wasn’t among the files.' };
      if ('address' in picture) return `![${alt}](${picture.address})`;
      missing.push(name);
      reasons.add(picture.why);
      return `*${alt.trim() || (name.split('/').at(-1) ?? name)}*`;
    });
    const { aside = [], remarks = [], ...item } = entry.item;
    const left = missing.length > 0 ? { aside: [...aside, ...filesAside(missing)] } : aside.length > 0 ? { aside } : {};
    const said = [...remarks, ...[...reasons].map((why) => `Not all of its pictures were imported. ${why}`)];
    yield { ...entry, item: { ...item, body, ...left, ...(said.length > 0 && { remarks: said }) } };
  }
}
