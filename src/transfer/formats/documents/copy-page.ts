import { itemEntry, type Items } from '../file.ts';
import type { Format } from '../format.ts';
import { ownItem } from '../json/own.ts';

/** Longer than any page with the longest copy and everything highlighted, in characters. */
const longest = 8_000_000;

/** Identifies the page of an exported copy, in its head. */
export const copyPageMark = '<meta name="generator" content="Commonplace copy">';

export const copyPage: Format = {
  name: 'Commonplace (copy of a page)',
  confidence: (beginning) => {
    const marks = beginning.html()?.tags.filter(({ attributes }) => attributes.name === 'generator');
    return marks?.[0]?.attributes.content === 'Commonplace copy' ? 1 : 0;
  },
  items: copyPageItems,
};

/** The note as JSON and the copy as HTML. Searched by position: a pattern could take quadratic time on a hostile page. */
function partsOf(page: string): { data: string; html: string } | undefined {
  const [script, main] = ['<script type="application/json">', '<main dir="auto">'];
  const data = page.indexOf(script);
  const dataEnd = page.indexOf('</script>', data);
  const html = page.indexOf(main, dataEnd);
  const end = page.lastIndexOf('</main>');
  if (data < 0 || dataEnd < 0 || html < 0 || end < html) return undefined;
  const after = page.slice(end + '</main>'.length).trim();
  if (!after.startsWith('</html>') || after.slice('</html>'.length).trim() !== '') return undefined;
  return { data: page.slice(data + script.length, dataEnd), html: page.slice(html + main.length, end) };
}

/** A page of our own export of copies: it has the note as data, and the copy as its visible text. */
async function* copyPageItems(text: AsyncIterable<string>): Items {
  const place = 'the page';
  let whole = '';
  for await (const part of text) {
    whole += part;
    if (whole.length <= longest) continue;
    yield { place, why: 'This page is longer than a copy can be.' };
    return;
  }
  const parts = partsOf(whole);
  const item = parts && ownItem(dataIn(parts.data), parts.html);
  yield item
    ? itemEntry(place, item)
    : { place, why: 'This copy of a page is damaged: it no longer says which note it belongs to.' };
}

function dataIn(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
