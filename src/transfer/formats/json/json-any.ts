import type { Format } from '../format.ts';
import { jsonFile, LeftOut } from './json.ts';
import { itemsWithin, withoutAddress } from './json-within.ts';

/** Any other JSON with addresses in it. Beside an entry that has one, an entry without is refused by itself. */
export const anyJson: Format = jsonFile(
  'JSON with addresses',
  () => 0.1,
  async function* (values) {
    const left = new LeftOut();
    const lists = new Set<string>();
    for await (const each of values) {
      const { list, key, at, value } = each;
      const place = [...(list === '' ? [] : [list.slice(0, 100)]), key?.slice(0, 100) ?? `item ${at}`].join(', ');
      let isEmpty = true;
      for (const one of itemsWithin(value, place)) {
        isEmpty = false;
        yield one;
      }
      if (!isEmpty) lists.add(list);
      else if (lists.has(list) && /object|string/.test(typeof value)) yield withoutAddress(value, place);
      else left.add(each);
    }
    if (lists.size > 0) yield* left.said();
  },
);
