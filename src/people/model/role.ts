import { z } from 'zod';

/** What a person may do for the place as a whole: an owner may do all that a moderator may, and appoint others. */
export const Role = z.enum(['member', 'moderator', 'owner']);
export type Role = z.infer<typeof Role>;

/** What an owner sends to appoint somebody, or to take a role back. */
export const Appointment = z.strictObject({ role: Role });
