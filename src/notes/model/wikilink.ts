import { limits } from '../../platform/model/limits.ts';
import { outsideOfCode } from '../../platform/model/text/outside-code.ts';
import { singleSpaced } from '../../platform/model/text/words.ts';

/** A link as people write it between two pairs of brackets: `[[Title]]`, `[[Title#Heading]]`, `[[Title|words]]`. */
export type Wikilink = {
  /** The uuid of a note, or what titles are compared by. Empty where it leads to a heading of its own text. */
  target: string;
  heading: string | undefined;
  /** What a reader sees. */
  words: string;
};

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const isUuid = new RegExp(`^${uuid}$`, 'i');
/** What stands between the brackets. Text that has them for another reason, such as `[[1]]` or a test of a shell, is none. */
const inner = String.raw`(?![\s^])(?!\d+\])[^[\]\n]{1,500}(?<!\s)`;
/** Where a wikilink begins at a place of a text. Behind a label of an ordinary link stands where that leads. */
export const wikilinkHere = new RegExp(String.raw`\[\[(${inner})\]\](?![([])`, 'y');
const wikilinks = new RegExp(wikilinkHere.source, 'g');
const ownAddresses = new RegExp(String.raw`/note/(?:detail/|item\?uuid=)(${uuid})`, 'gi');

/** By what titles are compared: the same for all ways of writing one with other capitals and spaces. */
export function titleKey(title: string): string {
  return singleSpaced(title.normalize('NFKC').toLowerCase()).trim();
}

/** What stands between the brackets, taken apart. In a table the sign before the words is written `\|`. */
export function readWikilink(written: string): Wikilink | undefined {
  const [place = '', ...said] = written.split(/\\?\|/);
  const [named = '', ...headings] = place.split('#');
  const name = singleSpaced(named).trim();
  const heading = headings.join('#').trim() || undefined;
  if (name === '' && heading === undefined) return undefined;
  const words = said.join('|').trim() || [name, heading].filter(Boolean).join(' › ');
  return { target: isUuid.test(name) ? name.toLowerCase() : titleKey(name), heading, words };
}

/**
 * What a text links to among notes, each once: uuids, and as `{authorId} {title key}` the titles that it names. A title
 * is that of a note by the same person.
 */
export function mentionsIn(body: string, authorId: string): string[] {
  if (!body.includes('[[') && !body.includes('/note/')) return [];
  const found = new Set<string>();
  outsideOfCode(body, (part) => {
    for (const [, written = ''] of part.matchAll(wikilinks)) {
      const target = readWikilink(written)?.target;
      if (target) found.add(isUuid.test(target) ? target : titleTarget(authorId, target));
    }
    for (const [, named = ''] of part.matchAll(ownAddresses)) found.add(named.toLowerCase());
    return part;
  });
  return [...found].slice(0, limits.noteMentions.inText);
}

/** What a mention by title is kept as. */
export const titleTarget = (authorId: string, key: string) => `${authorId} ${key}`;

/** What is written to lead to a note. `isAmbiguous`: other notes have its title too. */
export function wikilinkTo({ uuid: id, title }: { uuid: string; title: string }, isAmbiguous: boolean): string {
  const isPlain = !isAmbiguous && !/[[\]|#]|^(?:\^|\d+$)/.test(title);
  return isPlain ? `[[${title}]]` : `[[${id}|${singleSpaced(title.replace(/[[\]|]/g, ' ')).trim()}]]`;
}
