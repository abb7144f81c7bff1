import * as z from 'zod';
import { scheduleCheck } from '../../pictures/server/picture-holders.ts';
import { maxPictureBytes, noPicture } from '../../pictures/server/routes.ts';
import { pictureSecret, recordPicture, preparePicture } from '../../pictures/server/pictures.ts';
import { pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { database } from '../../platform/server/database.ts';
import { afterAnswer, type CallContext } from '../../platform/server/http/endpoint.ts';
import { readUpload } from '../../platform/server/http/read-upload.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { requireRate } from '../../platform/server/rates.ts';
import { afterProfileChange } from '../../publishing/server/publishing.ts';
import type { User } from '../model/user.ts';
import { session } from './callers.ts';
import { readUserText } from './people.ts';
import { changeAvatar, profileProblem, removeAvatar } from './profile.ts';
import { readWithSession } from './session-cookie.ts';

/** The person's own picture. Separate, because it needs the code that decodes pictures. */
export const avatarRoutes = {
  'PUT /api/account/avatar': route({
    id: 'putAvatar',
    summary:
      'Set your picture: PNG, JPEG, GIF, WebP or AVIF, up to 4.5 MB. It’s cropped to a square, and what a camera wrote into it is removed.',
    who: session('profile'),
    readsBody: { schema: z.object({ file: z.file() }), type: 'multipart/form-data' },
    gives: { 200: z.object({ avatar: z.string() }) },
    problems: [410, 422, 429],
    reads: ({ request }) =>
      Promise.all([pictureSecret(database()), readWithSession(request, (userId) => readUserText(database(), userId))]),
    async handle({ request, context, caller: { user }, read: [secret, account], now }) {
      const { file } = await readUpload(request, maxPictureBytes);
      const mayTake = requireRate('profile', user.id);
      const taken = await preparePicture(database(), 'avatar', file.bytes, now, { secret, mayTake });
      if (!taken) throw noPicture();
      const known = await account(user.id);
      // In either order: until the picture is recorded, nothing removes it.
      const [kept] = await Promise.all([
        recordPicture(database(), taken, now, `user:${user.id}`),
        change(user, taken.name, now, context, known?.text),
      ]);
      if (kept) return { avatar: pictureAddress(kept.name, pictureSizes.avatar[0]) };
      // A moderator has just removed it, and could not see yet that this person shows it.
      const removed = await removeAvatar(database(), user.id, taken.name);
      if (removed.ok) await afterProfileChange(removed.revision, user.id, context);
      throw noPicture();
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

async function change(
  user: User,
  avatar: string | undefined,
  now: Date,
  context: CallContext,
  known?: string,
): Promise<void> {
  const changed = await changeAvatar(database(), user.id, avatar, known);
  if (!changed.ok) throw profileProblem(changed, now);
  if (user.avatar !== avatar) await afterAnswer(context, () => scheduleCheck(database(), user.avatar));
  await afterProfileChange(changed.revision, user.id, context, user.avatar === undefined ? 'adds' : 'removes');
}
