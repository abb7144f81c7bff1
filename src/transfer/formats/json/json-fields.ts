import { z } from 'zod';
import { flag } from './generic-item.ts';

/** Fields as programs write them, in the words of all of them. */

/** A text, empty where there is none. */
export const Text = z
  .string()
  .nullish()
  .transform((written) => written ?? '');

export const Id = z.union([z.string(), z.number()]).transform(String);

/** A moment as it is written, in whatever form. */
export const Moment = z.unknown().optional();

/** Yes or no, in whatever form; undefined where it is neither. */
export const Flag = z
  .unknown()
  .optional()
  .transform((written) => flag(written));

/** The names of tags, which some write as texts and some as objects. */
export const Tags = z
  .array(
    z.union([
      z.string(),
      z.looseObject({ name: z.string() }).transform(({ name }) => name),
      z.looseObject({ label: z.string() }).transform(({ label }) => label),
    ]),
  )
  .nullish()
  .transform((tags) => tags ?? []);
