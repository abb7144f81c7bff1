import path from 'node:path';
import sharp from 'sharp';
import { startGateway } from '../../netlify/local/redis/gateway.ts';
import { runningSocket } from '../../netlify/local/redis/open-store.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { putPictures } from '../../src/notes/server/notes.ts';
import { holdPictures, namesIn } from '../../src/pictures/server/picture-holders.ts';
import { keepPicture } from '../../src/pictures/server/pictures.ts';
import { folderObjectStore } from '../../src/platform/server/object-store.ts';
import { connect } from '../../src/platform/server/store/redis.ts';
import type { App } from './app.ts';

/** A PNG of one colour. */
export const pngOf = (width: number, height: number, background = '#c33'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** An .ico file with one picture of 2 by 2 pixels, 24 bits each: red and green above blue and transparent. */
export function iconFile(): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(2, 4);
  header.writeInt32LE(4, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(24, 14);
  const pixels = Buffer.from([255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]);
  const mask = Buffer.from([0b01000000, 0, 0, 0, 0, 0, 0, 0]);
  const data = Buffer.concat([header, pixels, mask]);
  const directory = Buffer.from([0, 0, 1, 0, 1, 0, 2, 2, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  directory.writeUInt32LE(data.length, 14);
  directory.writeUInt32LE(22, 18);
  return Buffer.concat([directory, data]);
}

/**
 * Gives a note an icon and a lead picture, as capturing its page would: the product cannot reach pages on this
 * machine.
 */
export async function givePictures(
  { dataDir }: Pick<App, 'dataDir'>,
  { uuid }: Pick<Note, 'uuid'>,
  sources: { icon: Uint8Array; lead: Uint8Array },
): Promise<void> {
  const token = 'opened by a test alone';
  const gateway = await startGateway({ redis: (await runningSocket(path.join(dataDir, 'redis'))) ?? '', token });
  const redis = connect({ url: gateway.url, token });
  const files = folderObjectStore(path.join(dataDir, 'pictures'));
  try {
    const [icon, lead] = [
      await keepPicture(redis, 'icon', sources.icon, new Date(), files),
      await keepPicture(redis, 'lead', sources.lead, new Date(), files),
    ];
    if (!icon || !lead) throw new Error('These are no pictures.');
    const { name, width, height } = lead;
    const pictures = { bytes: icon.bytes + lead.bytes, icon: icon.name, lead: { name, width, height } };
    await holdPictures(redis, namesIn(pictures), `note:${uuid}`);
    await putPictures(redis, uuid, pictures);
  } finally {
    await gateway.stop();
  }
}

/** The picture in a response, decoded for measuring. */
export const decoded = async (answer: Response) => sharp(Buffer.from(await answer.arrayBuffer()));
