import type { z } from 'zod';
import type { ImportedValue } from '../../../notes/model/details.ts';
import { importedFrom } from '../field-values.ts';
import type { Told } from '../file.ts';

/** What a value says. Undefined where it has not the form of its program. */
export function toldBy<Value>(
  value: unknown,
  { item, read }: { item: z.ZodType<Value>; read: (value: Value) => Told | undefined },
): Told | undefined {
  const parsed = parsedAs(item, value);
  const told = parsed && read(parsed.data);
  if (!told || !parsed.odd) return told;
  // A reader may tell something else by the same name.
  const odd = Object.entries(parsed.odd).map(
    ([name, each]) => [told.imported?.[name] === undefined ? name : `${name} as written`, each] as const,
  );
  return { ...told, imported: { ...Object.fromEntries(odd), ...told.imported } };
}

/**
 * A value by its schema. Parts that are written in another form than that of the program are left out, unless there is no
 * item without them, and told as they are (`odd`): of a list that holds them the others stay in their place.
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

/** A part of a value under its name. */
type Part = [name: string, value: unknown];

/** Several parts of one name are a list. */
function together(parts: readonly Part[]): Record<string, unknown> {
  const named = Map.groupBy(parts, ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, all]) => [name, all.length === 1 ? all[0]?.[1] : all.flatMap(([, value]) => value)]),
  );
}

/** A part that is needed takes what is around it along, which takes a round for each level. */
const rounds = 8;

/** The parts of a value that are no good, each by the way to it. */
class Faults {
  readonly #within = new Map<PropertyKey, Faults>();
  #isWhole = false;

  /** The innermost part of this way that is there. False where that is the value itself. */
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

  /** What is left of the value; the parts are told under the names of the objects and lists in which they are. */
  without(value: unknown, odd: Part[], way: readonly string[] = []): unknown {
    const left = Object.entries(value as object).flatMap(([name, each]): [string, unknown][] => {
      const part = this.#within.get(Array.isArray(value) ? Number(name) : name);
      const inner = Array.isArray(value) ? way : [...way, name];
      if (!part) return [[name, each]];
      if (!part.#isWhole) return [[name, part.without(each, odd, inner)]];
      odd.push([inner.join('.'), each]);
      return [];
    });
    return Array.isArray(value) ? left.map(([, each]) => each) : Object.fromEntries(left);
  }
}
