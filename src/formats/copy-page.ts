import { found, type Items } from './file.ts';
import { ownItem } from './own.ts';

/** Longer than a page with the longest copy and everything highlighted in it. In characters. */
const longest = 8_000_000;

/** What stands in the head of a copy that was taken along from here. */
export const copyPageMark = '<meta name="generator" content="Commonplace copy">';

const parts =
  /<script type="application\/json">([^<]*)<\/script>[\s\S]*?<main dir="auto">([\s\S]*)<\/main>\s*<\/html>\s*$/;

/** A page of our own export of copies: the note stands in it as data, the copy as what everybody reads. */
export async function* copyPageItems(text: AsyncIterable<string>): Items {
  const place = 'the page';
  let whole = '';
  for await (const part of text) {
    whole += part;
    if (whole.length <= longest) continue;
    yield { place, why: 'This page is longer than any copy is.' };
    return;
  }
  const [, data = '', html = ''] = parts.exec(whole) ?? [];
  const item = ownItem(dataIn(data), html);
  yield item ? found(place, item) : { place, why: 'This copy of a page is damaged: what tells its note is not there.' };
}

function dataIn(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
