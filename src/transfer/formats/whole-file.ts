import { lineFeeds, type Items } from './file.ts';
import type { Format } from './format.ts';
import type { FileHead } from './sniff.ts';

/** How many characters at the end of a file are searched for its closing tag. */
const tail = 1000;

/** All items of a file, with a remark at the end if there are none, or if the file ends too early. */
export async function* wholeItems(format: Format, text: AsyncIterable<string>, beginning: FileHead): Items {
  let [end, count, isRead] = ['', 0, false];
  const passed = async function* () {
    for await (const part of text) {
      end = (end + part).slice(-tail);
      yield part.replaceAll('\0', '');
    }
    isRead = true;
  };
  for await (const one of format.items(lineFeeds(passed()), beginning)) {
    count += 1;
    yield one;
  }
  if (count === 0) yield { place: 'the file', why: 'There is nothing in this file that can be saved.' };
  // If the reader stopped early, it has reported why.
  else if (isRead && !isClosed(beginning, end)) yield { place: 'the file', remark: cutOff };
}

/** The remark on a file whose end is missing. */
export const cutOff = 'The file ends before it is closed, so it may be cut off. Everything up to there was read.';

const roots = new Set(['html', 'xbel', 'opml', 'en-export', 'posts', 'result', 'rss', 'feed', 'rdf:rdf']);

/**
 * Whether the end has the closing tag of the whole: programs may leave out closing tags of items, but not that one. Nested
 * lists are closed many times, which their reader counts.
 */
function isClosed({ html }: FileHead, end: string): boolean {
  const { tags = [] } = html() ?? {};
  const [{ name: root = '' } = {}] = tags;
  const isList = tags.some(({ name }) => name === 'dl');
  if (!roots.has(root) || end.toLowerCase().includes(`</${root}`)) return true;
  return isList && (root !== 'html' || /<\/dl>(?:\s|<p>)*$/i.test(end));
}
