import * as z from 'zod';
import { booleanFrom, isBlank, listOf, textOrName } from './written-values.ts';

/* Fields in the forms in which programs write them. Any other form is reported as a fault of the field. */

function field<Value>(read: (written: unknown) => Value | undefined) {
  return z
    .unknown()
    .optional()
    .transform((written, context): Value | undefined => {
      if (written === undefined || written === null || written === '') return undefined;
      const value = read(written);
      if (value === undefined) context.addIssue('This isn’t in the expected form.');
      return value;
    });
}

/** A text; empty if it is missing. */
export const Text = field((written) =>
  typeof written === 'string' || typeof written === 'number' ? String(written) : undefined,
).transform((text) => text ?? '');

export const Id = z.union([z.string(), z.number()]).transform(String);

/** A date as it is written, in whatever form. */
export const DateValue = z.unknown().optional();

export const Flag = field(booleanFrom);

/** The names of tags, in whatever form. In a list, only elements that name nothing are faults. */
export const Tags = z
  .unknown()
  .optional()
  .transform((written, context): string[] => {
    if (written === undefined || written === null || written === '') return [];
    const tags = listOf(written);
    if (tags) return tags;
    const list: unknown[] = Array.isArray(written) ? written : [];
    const isOdd = (each: unknown) => !isBlank(each) && textOrName(each) === undefined;
    const paths = list.flatMap((each, at) => (isOdd(each) ? [[at]] : []));
    for (const path of paths.length > 0 ? paths : [[]])
      context.addIssue({ code: 'custom', path, message: 'This isn’t in the expected form.' });
    return [];
  });
