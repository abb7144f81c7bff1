import type { Activity } from '../model/activity.ts';
import { guessesLetter } from './emails.ts';
import { sendMail } from '../../platform/server/mail.ts';
import { isWithinRate } from '../../platform/server/rates.ts';
import { recordActivity } from './store/activity.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { findUserByEmail } from './store/users.ts';

/** Tells the owner of an account, where there is one, that its password is being guessed: once a day. */
export async function tellOfGuesses(redis: Redis, email: string, activity: Activity): Promise<void> {
  const found = await findUserByEmail(redis, email);
  if (!found || !(await isWithinRate('guessMail', found.user.id))) return;
  await recordActivity(redis, found.user.id, activity);
  await sendMail(guessesLetter(email, found.user.handle));
}
