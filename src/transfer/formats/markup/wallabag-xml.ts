import type { Format, Found, Items } from '../file.ts';
import { entriesOf } from '../json/json.ts';
import { titled } from '../json/items-within.ts';
import { Wallabag, wallabagItem } from '../json/wallabag.ts';
import { endlessTag, htmlTokens } from './html-tokens.ts';

/** No entry is longer, and none has elements so deep within each other. In characters, and levels. */
const max = { length: 8_000_000, depth: 10 };

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
  let open: Element[] = [];
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
      const inner = Object.entries(token.attributes);
      if (!isTooDeep) open.push({ name: token.name, text: '', inner });
    } else if (token.kind === 'text' && element) {
      length += token.text.length;
      if (length <= max.length) element.text += token.text;
    } else if (token.kind === 'close' && element?.name === token.name) {
      open.pop();
      const around = open.at(-1);
      const value = valueOf(element);
      if (around) around.inner.push([element.name, value]);
      else if (length > max.length || isTooDeep)
        yield { place: `line ${line}`, ...titled(value), why: 'This entry is too long, or nested too deep.' };
      else yield* entriesOf(`line ${line}`, value, { item: Wallabag, read: wallabagItem });
    }
  }
  yield* brokenOff(open, line);
  open = [];
}

function valueOf({ text, inner }: Element): unknown {
  if (inner.length === 0) return text.trim() === '' ? undefined : text.trim();
  if (inner.every(([name]) => name === 'entry')) return inner.map(([, value]) => value);
  const fields = new Map<string, unknown>();
  for (const [name, value] of inner) {
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : [before, value].flat());
  }
  if (text.trim() !== '') fields.set('text', text.trim());
  return Object.fromEntries(fields);
}

function brokenOff([entry]: readonly Element[], line: number): Found[] {
  if (!entry) return [];
  const why = 'The file is cut off within this entry.';
  return [{ place: `line ${line}`, ...titled(Object.fromEntries(entry.inner)), why }];
}
