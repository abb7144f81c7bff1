import type { Found, Items } from './file.ts';

/** So much is held until its groups are whole; what comes after it begins new ones. In characters. */
const held = 8_000_000;

/** One of several parts of a group that a file has in several places, or something else that stands there. */
export type Part<Value> = { key: string; place: string; value: Value } | Found;

/** What belongs together although a file has it in several places. Groups stand in the order in which they begin. */
export async function* grouped<Value>(
  parts: AsyncIterable<Part<Value>>,
  whole: (values: readonly Value[], place: string) => Iterable<Found>,
): Items {
  const groups = new Map<string, { place: string; values: Value[] }>();
  let size = 0;
  const all = function* () {
    for (const { place, values } of groups.values()) yield* whole(values, place);
    groups.clear();
    size = 0;
  };
  for await (const part of parts) {
    if (!('key' in part)) {
      yield part;
      continue;
    }
    const { key, place, value } = part;
    const group = groups.get(key);
    if (group) group.values.push(value);
    else groups.set(key, { place, values: [value] });
    size += JSON.stringify(value).length;
    if (size > held) yield* all();
  }
  yield* all();
}
