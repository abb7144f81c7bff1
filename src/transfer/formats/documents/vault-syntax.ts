import GithubSlugger from 'github-slugger';
import { outsideOfCode, titleKey } from '../../../notes/model/markdown.ts';
import { importedScheme, pictureScheme } from '../../model/import-item.ts';
import { linkWords } from '../../model/as-markdown.ts';
import { paths } from '../../../platform/model/paths.ts';
import type { OwnFile } from '../own-files.ts';
import { splitTags } from '../field-values.ts';

/** What programs for notes write beyond Markdown: `text` without it, and what it named; `blocks`: paragraphs to which it led. */
export type FromVault = { text: string; links: string[]; attachments: string[]; blocks: string[] };

/**
 * Markdown that everybody reads from a text with `[[links to notes]]` and `![[files]]`. Links lead to the note whose file
 * `noteOf` gives, or whose id and title where it is one of ours (`isPath`: they name it by the way to it), and to its heading where they name one; a single paragraph has
 * no address here, and is told apart. Others by title stay as they are, which lead to a note that is
 * here under it; of a picture whose file `pictureOf` gives
 * the address is that file, behind `pictureScheme`; of other files the words stay, and they are told apart. Code is left as it is.
 */
export function fromVault(
  text: string,
  noteOf: (target: string, isPath: boolean) => string | OwnFile | undefined = () => undefined,
  pictureOf: (target: string) => string | undefined = () => undefined,
): FromVault {
  const links = new Set<string>();
  const attachments = new Set<string>();
  const blocks = new Set<string>();
  const partOf = (target: string, heading: string | undefined): string => {
    if (!heading?.startsWith('^')) return heading ? `#${headingPart(heading)}` : '';
    blocks.add(target);
    return '';
  };
  const wiki = (isEmbed: boolean, inner: string): string => {
    const [target = '', ...shown] = inner.split(/\\?\|/);
    const [name = '', ...headings] = target.trim().split('#');
    const words = shown.at(-1)?.trim() ?? '';
    const note = noteOf(name, false);
    const said = linkWords(words || [name, ...headings].filter(Boolean).join(' > ').replace(/\.md$/i, ''));
    const heading = headings.at(-1)?.trim();
    if (typeof note === 'object')
      return inBrackets(note, name, [partOf(target.trim(), heading) && `#${heading}`, words]);
    if (note !== undefined) return `[${said}](${linkTo(note)}${partOf(target.trim(), heading)})`;
    const isFile = /\.(?!md$)[a-z0-9]{2,5}$/i.test(name);
    // A note that is not among these files may be here by that title, now or later.
    if (!isFile && (name !== '' || !heading?.startsWith('^'))) return `[[${inner}]]`;
    if (name === '') partOf(target.trim(), heading);
    const picture = isEmbed ? pictureOf(name) : undefined;
    const alt = /^\d+(x\d+)?$/.test(words) || words === '' ? name.split('/').at(-1) : words;
    if (picture !== undefined) return `![${linkWords(alt ?? '')}](${pictureLink(picture)})`;
    if (name !== '') attachments.add(name);
    // Behind a picture stands its width.
    if (isEmbed && isFile) return `*${linkWords(/^\d+(x\d+)?$/.test(words) || words === '' ? name : words)}*`;
    return said;
  };
  const picture = (whole: string, alt: string, address: string): string => {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return whole;
    const file = pictureOf(readable(address));
    if (file !== undefined) return `![${alt}](${pictureLink(file)})`;
    attachments.add(readable(address));
    return `*${alt.trim() || linkWords(readable(address))}*`;
  };
  const link = (whole: string, words: string, address: string): string => {
    // Headings have other anchors here.
    if (/^#(?!h-|\^)/.test(address)) return `[${words}](#${headingPart(readable(address.slice(1)))})`;
    if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(address) || !/\.[a-z0-9]{2,5}(#.*)?$/i.test(address)) return whole;
    const [path = '', heading] = readable(address).split(/#(.*)/s, 2);
    const note = noteOf(path, true);
    if (note !== undefined) return `[${words}](${linkTo(note)}${partOf(readable(address), heading)})`;
    links.add(readable(address));
    return words;
  };
  const plain = (part: string) =>
    part
      .replace(/(!?)\[\[([^[\]\n]{1,500})\]\](?!\()/g, (_, sign: string, inner: string) => wiki(sign === '!', inner))
      .replace(/!\[([^[\]\n]{0,300})\]\(<?([^()\s<>]{1,1000})>?(?:[ \t]+"[^"\n]{0,300}")?\)/g, picture)
      .replace(/(?<!!)\[([^[\]\n]{1,300})\]\(<?([^()\s<>]{1,1000})>?\)/g, link);
  return { text: outsideOfCode(text, plain), links: [...links], attachments: [...attachments], blocks: [...blocks] };
}

/** A text of our own export, whose pictures lie in a folder beside it. */
export function withOwnPictures(text: string, pictureOf: (target: string) => string | undefined): string {
  return text.replace(/(?<=\]\()\.\.\/pictures\/[0-9a-f]{32}\.webp(?=[\s)])/g, (target) => {
    const file = pictureOf(target);
    return file === undefined ? target : pictureLink(file);
  });
}

/** The address of a picture among the files, until it is one of ours. */
function pictureLink(file: string): string {
  return pictureScheme + percentEncoded(file);
}

/** The anchor of a heading, as a note's page has it. */
const headingPart = (heading: string) => `h-${new GithubSlugger().slug(heading.trim())}`;

/** A link by title, which leads also to a note that gets another id; by its id where that stands in its file's name. */
function inBrackets({ uuid, title }: OwnFile, name: string, [part, words]: readonly [string, string]): string {
  const isTitle = !/[[\]|#]/.test(title) && !name.includes(uuid.slice(-12));
  const said = words || (titleKey(name) === titleKey(title) && isTitle ? '' : title.replace(/[[\]|]/g, ' '));
  return `[[${isTitle ? title : uuid}${part}${said && `|${said}`}]]`;
}

/** A link to the note that another file of the import becomes, until that has an address; one of ours has its own. */
function linkTo(note: string | OwnFile): string {
  return typeof note === 'string' ? importedScheme + percentEncoded(note) : paths.item(note.uuid);
}

function percentEncoded(name: string): string {
  return encodeURIComponent(name).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** As people write it. */
export function readable(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The tags among what Logseq writes above a page, all of which stays in the text: `tags:: a, [[b]]`. */
export function tagsAbove(body: string): string[] {
  const [, tags] = /^(?:[\w-]+::.*\n)*tags::[ \t]+(.+)/.exec(body) ?? [];
  return splitTags(tags).map((tag) => tag.replace(/^#?(?:\[\[)?|\]\]$/g, '').trim());
}
