import type { Items } from './file.ts';
import type { Format } from './format.ts';
import type { Beginning } from './sniff.ts';

/** Where in a file what closes it stands. In characters. */
const tail = 1000;

/** All that is in a file of a format; of one with nothing in it, or one that ends too early, that is told at last. */
export async function* wholeItems(format: Format, text: AsyncIterable<string>, beginning: Beginning): Items {
  let [end, count, isRead] = ['', 0, false];
  const passed = async function* () {
    for await (const part of text) {
      end = (end + part).slice(-tail);
      yield part.replaceAll('\0', '');
    }
    isRead = true;
  };
  for await (const one of format.items(passed(), beginning)) {
    count += 1;
    yield one;
  }
  if (count === 0) yield { place: 'the file', why: 'There is nothing in this file that can be saved.' };
  // Where its reader ended before, that is told.
  else if (isRead && !isClosed(beginning, end)) yield { place: 'the file', remark: cutOff };
}

const cutOff = 'The file ends before it is closed, so it may be cut off. What it holds until there was read.';

const roots = new Set(['html', 'xbel', 'opml', 'en-export', 'posts', 'result', 'rss', 'feed', 'rdf:rdf']);

/** Some programs leave out what closes an item of markup, none what closes the whole. */
function isClosed({ html }: Beginning, end: string): boolean {
  const { tags = [] } = html() ?? {};
  const list = tags.some(({ name }) => name === 'dl') ? ['dl'] : [];
  const closing = [...tags.slice(0, 1).flatMap(({ name }) => (roots.has(name) ? [name] : [])), ...list];
  return closing.length === 0 || closing.some((name) => end.toLowerCase().includes(`</${name}`));
}
