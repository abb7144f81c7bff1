/**
 * How much work a text of HTML makes for whoever builds its tree, found in one pass over its letters, before anybody
 * does. Nothing that people write comes near these limits.
 */
const max = { characters: 2_000_000, elements: 60_000, depth: 250, attributes: 120_000, inOneTag: 1000 };

/** Where a text of HTML goes over a limit (`at`: characters from its beginning), and which. */
export type OverLimit = { at: number; why: string };

/** Elements that hold nothing, and those whose end is understood: they stand beside each other, not within. */
const flat = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option'.split(
    ' ',
  ),
);
/** Elements that every later paragraph opens again while they have no end, by the standard. */
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
/** What stands in these is text. */
const raw = /^(script|style|textarea|title|xmp|iframe|noembed|noframes)$/;

const tagName = /[^\s/>]*/y;

/** Undefined for HTML that costs no more than its size. */
export function overLimit(html: string): OverLimit | undefined {
  if (html.length > max.characters) {
    return { at: max.characters, why: `It is longer than ${inMillions(max.characters)} million characters.` };
  }
  let [elements, attributes, depth, open] = [0, 0, 0, 0];
  // An end counts only where something of its name is open: any other is passed over by the standard as well.
  const opened = new Map<string, number>();
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const over = (why: string): OverLimit => ({ at, why });
    if (html.startsWith('<!--', at)) {
      // `<!-->` and `<!--->` are whole comments.
      const short = /^<!---?>/.exec(html.slice(at, at + 6));
      const end = short ? at + short[0].length - 3 : html.indexOf('-->', at + 4);
      if (end < 0) return undefined;
      at = end + 3;
      continue;
    }
    const isEnd = html[at + 1] === '/';
    tagName.lastIndex = at + (isEnd ? 2 : 1);
    const name = (tagName.exec(html)?.[0] ?? '').slice(0, 20).toLowerCase();
    if (!/^[a-z]/.test(name)) {
      at += 1;
      continue;
    }
    const tag = tagAt(html, tagName.lastIndex);
    const before = opened.get(name) ?? 0;
    const step = !isEnd ? 1 : before > 0 ? -1 : 0;
    if (!flat.has(name)) opened.set(name, before + step);
    if (formatting.has(name)) open += step;
    if (!flat.has(name)) depth += step;
    // An end that fits nothing makes an element too, and what is open is opened again in it.
    elements += 1 + (formatting.has(name) ? 0 : open);
    attributes += tag.attributes;
    if (elements > max.elements) return over(`It makes more than ${max.elements} elements.`);
    if (depth > max.depth) return over(`More than ${max.depth} elements stand within each other.`);
    if (tag.attributes > max.inOneTag) return over(`One tag has more than ${max.inOneTag} attributes.`);
    if (attributes > max.attributes) return over(`It has more than ${max.attributes} attributes.`);
    // Within drawings and formulas these names are elements as all others.
    const isForeign = (opened.get('svg') ?? 0) + (opened.get('math') ?? 0) > 0;
    at = isEnd || isForeign || !raw.test(name) ? tag.end : endOfRaw(html, name, tag.end);
  }
  return undefined;
}

/** Where the tag ends whose name ends at `from`, and about how many attributes it has: each begins behind a space. */
function tagAt(html: string, from: number): { end: number; attributes: number } {
  let [attributes, quote, before] = [0, 0, 0];
  for (let at = from; at < html.length; at += 1) {
    const sign = html.charCodeAt(at);
    if (quote !== 0) {
      if (sign === quote) quote = 0;
    } else if (sign === 0x3e) return { end: at + 1, attributes };
    else if ((sign === 0x22 || sign === 0x27) && before === 0x3d) quote = sign;
    else if (sign > 0x20 && sign !== 0x2f && sign !== 0x3d && (before <= 0x20 || before === 0x2f)) attributes += 1;
    if (sign > 0x20 || before !== 0x3d) before = sign;
  }
  return { end: html.length, attributes };
}

function endOfRaw(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

const inMillions = (count: number) => count / 1_000_000;
