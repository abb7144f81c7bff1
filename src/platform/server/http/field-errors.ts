import type { z } from 'zod';
import type { FieldError } from './problem.ts';

const expectations: Record<string, string> = {
  string: 'Send text here.',
  number: 'Send a number here.',
  int: 'Send a whole number here.',
  boolean: 'Send true or false here.',
  array: 'Send a list here.',
  object: 'Send a JSON object here.',
  record: 'Send a JSON object here.',
};

/** What a schema without a sentence of its own says. For `safeParse(input, { error: plainMessage })`. */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'This field is required.';
    return issue.code === 'invalid_type' ? expectations[issue.expected] : `Send one of: ${issue.values.join(', ')}.`;
  }
  if (issue.code === 'too_big') return `Send at most ${issue.maximum}.`;
  if (issue.code === 'too_small') return `Send at least ${issue.minimum}.`;
  return undefined;
}

/** The failed checks of one input, one entry a field and sentence. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: pathOf([...issue.path, key]),
          message: 'This field is not known. Remove it.',
        }))
      : [{ path: pathOf(issue.path), message: issue.message }],
  );
}

function pathOf(path: PropertyKey[]): string {
  return path.map(String).join('.');
}
