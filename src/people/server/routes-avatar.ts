import { z } from 'zod';
import { holdPictures, lookSoon } from '../../pictures/server/holding.ts';
import { maxPictureBytes, noPicture } from '../../pictures/server/routes.ts';
import { keepPicture, pictureSecret } from '../../pictures/server/pictures.ts';
import { pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { database } from '../../platform/server/database.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { readUpload } from '../../platform/server/http/read-upload.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { requireRate } from '../../platform/server/rates.ts';
import { afterProfileChange } from '../../publishing/server/publishing.ts';
import type { User } from '../model/user.ts';
import { session } from './callers.ts';
import { changeAvatar, profileProblem } from './profile.ts';

/** The picture of oneself, which what decodes pictures takes in. */
export const avatarRoutes = {
  'PUT /api/account/avatar': route({
    id: 'putAvatar',
    summary:
      'Set your picture: PNG, JPEG, GIF, WebP or AVIF, up to 4.5 MB. It’s cropped to a square, and what a camera wrote into it is removed.',
    who: session('profile'),
    readsBody: { schema: z.object({ file: z.file() }), type: 'multipart/form-data' },
    gives: { 200: z.object({ avatar: z.string() }) },
    problems: [410, 422, 429],
    async handle({ request, context, caller: { user }, now }) {
      const { file } = await readUpload(request, maxPictureBytes);
      const [secret] = await Promise.all([pictureSecret(database()), requireRate('profile', user.id)]);
      const kept = await keepPicture(database(), 'avatar', file.bytes, now, { secret });
      if (!kept) throw noPicture();
      await holdPictures(database(), [kept.name], `user:${user.id}`);
      await change(user, kept.name, now, context);
      return { avatar: pictureAddress(kept.name, pictureSizes.avatar[0]) };
    },
  }),

  'DELETE /api/account/avatar': route({
    id: 'deleteAvatar',
    summary: 'Remove your picture. Your initials are shown again.',
    who: session('profile'),
    rate: 'profile',
    gives: { 204: null },
    problems: [410],
    handle: ({ context, caller: { user }, now }) => change(user, undefined, now, context),
  }),
} satisfies Routes;

async function change(user: User, avatar: string | undefined, now: Date, context: CallContext): Promise<void> {
  const changed = await changeAvatar(database(), user.id, avatar);
  if (!changed.ok) throw profileProblem(changed, now);
  if (user.avatar !== avatar) await lookSoon(database(), user.avatar);
  await afterProfileChange(changed.revision, user.id, context);
}
