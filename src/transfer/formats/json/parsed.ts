import type * as z from 'zod';
import type { ImportedValue } from '../../../notes/model/details.ts';
import { importedFrom } from '../field-values.ts';
import type { ParsedItem } from '../file.ts';

/** Reads a value. Undefined if it does not have the form of its program. */
export function itemFrom<Value>(
  value: unknown,
  { item, read }: { item: z.ZodType<Value>; read: (value: Value) => ParsedItem | undefined },
): ParsedItem | undefined {
  const parsed = parsedAs(item, value);
  const result = parsed && read(parsed.data);
  if (!result || !parsed.odd) return result;
  // The reader may use the same name for something else.
  const odd = Object.entries(parsed.odd).map(
    ([name, each]) => [result.imported?.[name] === undefined ? name : `${name} as written`, each] as const,
  );
  return { ...result, imported: { ...Object.fromEntries(odd), ...result.imported } };
}

/**
 * A value parsed by its schema. Parts in an unexpected form are left out, unless the item is useless without them, and are
 * returned unchanged in `odd`; other elements of a list stay in their places.
 */
export function parsedAs<Value>(
  item: z.ZodType<Value>,
  value: unknown,
): { data: Value; odd?: Record<string, ImportedValue> | undefined } | undefined {
  const odd: Part[] = [];
  let rest = value;
  for (let round = 0; round < rounds; round += 1) {
    const { success, data, error } = item.safeParse(rest);
    if (success) return { data, odd: importedFrom(together(odd), []) };
    const faults = new Faults();
    for (const { path } of error.issues) if (!faults.add(path, rest)) return undefined;
    rest = faults.without(rest, odd);
  }
  return undefined;
}

/** A part of a value with its name. */
type Part = [name: string, value: unknown];

/** Parts with the same name become a list. */
function together(parts: readonly Part[]): Record<string, unknown> {
  const named = Map.groupBy(parts, ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, all]) => [name, all.length === 1 ? all[0]?.[1] : all.flatMap(([, value]) => value)]),
  );
}

/** A required part takes the object around it along, and each such level is one more round. */
const rounds = 8;

/** The faulty parts of a value, by their paths. */
class Faults {
  readonly #within = new Map<PropertyKey, Faults>();
  #isWhole = false;

  /** Marks the innermost existing part of this path. False if that is the value itself. */
  add([name, ...inner]: readonly PropertyKey[], value: unknown): boolean {
    const isThere = name !== undefined && typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    if (!isThere) {
      this.#isWhole = true;
      return false;
    }
    const part = this.#within.get(name) ?? new Faults();
    this.#within.set(name, part);
    part.add(inner, (value as Record<PropertyKey, unknown>)[name]);
    return true;
  }

  /** The value without the faulty parts, which are added to `odd`, named by the objects and lists that they are in. */
  without(value: unknown, odd: Part[], path: readonly string[] = []): unknown {
    const left = Object.entries(value as object).flatMap(([name, each]): [string, unknown][] => {
      const part = this.#within.get(Array.isArray(value) ? Number(name) : name);
      const inner = Array.isArray(value) ? path : [...path, name];
      if (!part) return [[name, each]];
      if (!part.#isWhole) return [[name, part.without(each, odd, inner)]];
      odd.push([inner.join('.'), each]);
      return [];
    });
    return Array.isArray(value) ? left.map(([, each]) => each) : Object.fromEntries(left);
  }
}
