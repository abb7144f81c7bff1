import { z } from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { Author } from '../model/user.ts';

/** How a handle begins, as far as it has been typed. */
export const PeopleQuery = z.strictObject({
  prefix: z
    .string()
    .toLowerCase()
    .regex(new RegExp(`^[a-z0-9_]{1,${limits.handle.max}}$`), 'Send the first characters of a handle: a-z, 0-9 and _.'),
});

export const PeopleAnswer = z.object({ people: z.array(Author.pick({ handle: true, name: true })) });
export type PeopleAnswer = z.infer<typeof PeopleAnswer>;

/** How many people are named where one is to be chosen. */
export const peopleNamed = 8;
