import { folderRemark, pathOf } from '../folders.ts';
import { itemEntry, type ReadEntry, type Items } from '../file.ts';
import type { Format } from '../format.ts';
import { endlessTag, htmlTokens } from './html-tokens.ts';
import { splitTags, importedFrom } from '../field-values.ts';
import { paragraphs, fromPlain } from '../../model/as-markdown.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

/** An outline; `holds`: whether it has others inside. */
type Outline = { line: number; attributes: Record<string, string>; holds: boolean };

/** Nested outlines: feeds and links. A feed becomes a link to its site. */
export const opml: Format = {
  name: 'OPML',
  confidence: (beginning) => (beginning.html()?.tags[0]?.name === 'opml' ? 1 : 0),
  items: opmlItems,
};

async function* opmlItems(text: AsyncIterable<string>): Items {
  const open: Outline[] = [];
  const around: { name: string }[] = [];
  for await (const token of htmlTokens(text, 'xml')) {
    if (token.kind === 'endless') {
      yield endlessTag(token);
      return;
    }
    if (token.kind === 'open' && token.name === 'outline') {
      const outer = open.at(-1);
      if (outer) {
        outer.holds = true;
        around.push({ name: nameOf(outer.attributes) });
      }
      open.push({ line: token.line, attributes: token.attributes, holds: false });
      if (addressOf(token.attributes) !== undefined) yield itemOf(token, around);
    }
    if (token.kind === 'close' && token.name === 'outline') {
      const outline = open.pop();
      if (outline && addressOf(outline.attributes) === undefined)
        yield* outline.holds ? aboutFolder(outline) : [nothingIn(outline)];
      around.pop();
    }
  }
}

function nameOf({ text, title }: Record<string, string>): string {
  return (text ?? '').trim() || (title ?? '').trim();
}

/** The address of a feed's site, or of the feed if there is none. */
function addressOf({ htmlurl, url, xmlurl }: Record<string, string>): string | undefined {
  return [htmlurl, url, xmlurl].map((each) => each?.trim()).find(Boolean);
}

function itemOf(
  { line, attributes }: Outline | { line: number; attributes: Record<string, string> },
  around: { name: string }[],
): ReadEntry {
  const url = addressOf(attributes);
  const placed = ['text', 'description', '_note', 'category', 'created', 'type'];
  const address = ['htmlurl', 'url', 'xmlurl'].find((name) => attributes[name]?.trim() === url);
  return itemEntry(`line ${line}`, {
    title: nameOf(attributes),
    url,
    body: paragraphs(fromPlain(attributes.description ?? ''), fromPlain(attributes._note ?? '')),
    // A category may also be a path, and people use it as a list of tags.
    tags: splitTags(attributes.category).map((tag) => tag.replace(/^\//, '')),
    folders: pathOf(around),
    at: attributes.created,
    imported: importedFrom(attributes, [
      ...placed,
      ...(attributes.title === nameOf(attributes) ? ['title'] : []),
      ...(address === undefined ? [] : [address]),
    ]),
  });
}

/** What a folder says of itself. */
function aboutFolder({ line, attributes }: Outline): ReadEntry[] {
  const text = [attributes._note, attributes.description].filter((each) => each?.trim()).join('\n');
  return text === '' ? [] : [folderRemark({ place: `line ${line}`, name: nameOf(attributes), text })];
}

function nothingIn({ line, attributes }: Outline): ReadEntry {
  const why = 'This outline has no address, nor does anything in it.';
  return { place: `line ${line}`, title: cutTo(nameOf(attributes), 200), why };
}
