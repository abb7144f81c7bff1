import type { Items } from '../file.ts';
import type { Format } from '../format.ts';
import { pinboardPost } from '../json/json-bookmarks.ts';
import { entriesOf } from '../json/json.ts';
import { endlessTag, htmlTokens } from './html-tokens.ts';

/** The API answers of Pinboard and delicious: each post has everything in its attributes. */
export const pinboardXml: Format = {
  name: 'Pinboard (XML)',
  confidence: (beginning) => (beginning.html()?.tags[0]?.name === 'posts' ? 1 : 0),
  items: postItems,
};

async function* postItems(text: AsyncIterable<string>): Items {
  for await (const token of htmlTokens(text, 'xml')) {
    if (token.kind === 'endless') yield endlessTag(token);
    if (token.kind !== 'open' || token.name !== 'post') continue;
    const { tag: tags, ...attributes } = token.attributes;
    yield* entriesOf(`line ${token.line}`, { ...attributes, tags }, pinboardPost);
  }
}
