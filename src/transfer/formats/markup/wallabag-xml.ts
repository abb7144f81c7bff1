import type { Format, Found, Items } from '../file.ts';
import { entriesOf } from '../json/json.ts';
import { titled } from '../json/items-within.ts';
import { Wallabag, wallabagItem } from '../json/wallabag.ts';
import { endlessTag, htmlTokens } from './html-tokens.ts';

/** No entry is longer, and none has elements so deep within each other. In characters, and levels. */
const max = { length: 8_000_000, depth: 10 };

const perElement = 50;

/** What an element holds: a text, or others by their names; a list where those are called `entry`. */
type Element = { name: string; text: string; inner: [name: string, value: unknown][] };

/** The fields of the JSON as elements, each entry in one of its own. */
export const wallabagXml: Format = {
  name: 'wallabag (XML)',
  sure: (beginning) => {
    const [root, first, ...fields] = (beginning.html()?.tags ?? []).map(({ name }) => name);
    const has = (name: string) => fields.includes(name);
    return root === 'result' && first === 'entry' && has('url') && has('title') && has('content') ? 0.9 : 0;
  },
  items: entryItems,
};

async function* entryItems(text: AsyncIterable<string>): Items {
  const open: Element[] = [];
  let [line, length, isTooDeep] = [0, 0, false];
  for await (const token of htmlTokens(text, 'xml')) {
    if (token.kind === 'endless') {
      yield* brokenOff(open, line);
      yield endlessTag(token);
      return;
    }
    const element = open.at(-1);
    if (token.kind === 'open') {
      if (open.length === 0 && token.name !== 'entry') continue;
      if (open.length === 0) [line, length, isTooDeep] = [token.line, 0, false];
      isTooDeep ||= open.length === max.depth;
      // An element without a text takes room as well.
      length += token.name.length + perElement;
      const inner = length > max.length ? [] : Object.entries(token.attributes);
      if (!isTooDeep) open.push({ name: token.name, text: '', inner });
    } else if (token.kind === 'text' && element) {
      length += token.text.length;
      if (length <= max.length) element.text += token.text;
    } else if (token.kind === 'close' && element?.name === token.name) {
      open.pop();
      const around = open.at(-1);
      const value = valueOf(element);
      if (around && length <= max.length) around.inner.push([element.name, value]);
      else if (around) continue;
      else if (length > max.length || isTooDeep)
        yield { place: `line ${line}`, ...titled(value), why: 'This entry is too long, or nested too deep.' };
      else yield* entriesOf(`line ${line}`, value, { item: Wallabag, read: wallabagItem });
    }
  }
  yield* brokenOff(open, line);
}

function valueOf({ text, inner }: Element): unknown {
  if (inner.length === 0) return text.trim() === '' ? undefined : text.trim();
  if (inner.every(([name]) => name === 'entry')) return inner.map(([, value]) => value);
  const said: [string, unknown][] = text.trim() === '' ? [] : [['text', text.trim()]];
  const named = Map.groupBy([...inner, ...said], ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, all]) => [name, all.length === 1 ? all[0]?.[1] : all.flatMap(([, value]) => value)]),
  );
}

function brokenOff([entry]: readonly Element[], line: number): Found[] {
  if (!entry) return [];
  const why = 'The file is cut off within this entry.';
  return [{ place: `line ${line}`, ...titled(Object.fromEntries(entry.inner)), why }];
}
