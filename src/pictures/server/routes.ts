import * as z from 'zod';
import { token } from '../../people/server/callers.ts';
import { countStored, requireRoom } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { readUpload } from '../../platform/server/http/read-upload.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import { requireRate } from '../../platform/server/rates.ts';
import { pictureAddress, pictureSizes } from '../model/addresses.ts';
import { pictureSecret, recordPicture, preparePicture } from './pictures.ts';
import { recordSent } from './store/sent-pictures.ts';

/** Pictures from cameras are smaller, and a function cannot receive more. */
export const maxPictureBytes = 4_500_000;

const Taken = z.object({ address: z.string(), width: z.int(), height: z.int() });

/** Pictures for texts. Writing a note records the pictures in its text. */
export const pictureRoutes = {
  'POST /api/pictures': route({
    id: 'sendPicture',
    summary:
      'Upload a picture for your notes: PNG, JPEG, GIF, WebP or AVIF, up to 4.5 MB. Use its `address` in a text (`![](…)`). A picture that no note shows is deleted after 30 days.',
    who: token('write', 'note'),
    readsBody: { schema: z.object({ file: z.file() }), type: 'multipart/form-data' },
    gives: { 201: Taken },
    problems: [413, 415, 422, 429, 507],
    reads: () => pictureSecret(database()),
    async handle({ request, context, caller, read: secret, now }) {
      const { file } = await readUpload(request, maxPictureBytes);
      const mayTake = Promise.all([requireRate('pictures', caller.id), requireRoom(caller.id, file.bytes.length, now)]);
      const taken = await preparePicture(database(), 'text', file.bytes, now, { secret, mayTake });
      const [recorded] = taken
        ? await Promise.all([recordPicture(database(), taken, now), recordSent(database(), caller.id, taken.name, now)])
        : [];
      if (!recorded) throw noPicture();
      await countStored(caller.id, recorded.bytes, now, context);
      const { name, width, height } = recorded;
      return reply(201, { address: pictureAddress(name, pictureSizes.text[0]), width, height });
    },
  }),
} satisfies Routes;

export function noPicture(): HttpError {
  const message =
    'This file can’t be shown as a picture. Choose a PNG, JPEG, GIF or WebP of up to 40 megapixels, or an AVIF of up to 10.';
  return new HttpError(422, 'Unprocessable Content', message, { errors: [{ path: 'file', message }] });
}
