import GithubSlugger from 'github-slugger';
import { outsideOfCode } from '../../../notes/model/code-in-markdown.ts';
import { titleKey } from '../../../notes/model/markdown.ts';
import { importedScheme, pictureScheme } from '../../model/import-item.ts';
import { linkWords } from '../../model/as-markdown.ts';
import { pictureAddress, pictureSizes } from '../../../pictures/model/addresses.ts';
import { paths } from '../../../platform/model/paths.ts';
import type { OwnFile } from '../own-files.ts';
import { splitTags } from '../field-values.ts';

/** A text without the syntax of note programs, and what it referred to; `blocks`: links to single paragraphs. */
export type FromVault = { text: string; links: string[]; attachments: string[]; blocks: string[] };

/**
 * Converts `[[links to notes]]` and `![[files]]` to standard Markdown. A link to a note among the files (`noteOf`) leads to
 * that file, or to the note's id and title if it is one of ours (`isPath`: the link names it by its path), and to its heading
 * if it names one. Single paragraphs have no address here, so links to them are returned in `blocks`. Links to other titles
 * stay as they are, and may lead to a note with that title. A picture among the files (`pictureOf`) gets its file name after
 * `pictureScheme` as its address; of other files the words stay, and they are returned in `attachments`. Code is not changed.
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
    const label = linkWords(words || [name, ...headings].filter(Boolean).join(' > ').replace(/\.md$/i, ''));
    const heading = headings.at(-1)?.trim();
    if (typeof note === 'object')
      return inBrackets(note, name, [partOf(target.trim(), heading) && `#${heading}`, words]);
    if (note !== undefined) return `[${label}](${linkTo(note)}${partOf(target.trim(), heading)})`;
    const isFile = /\.(?!md$)[a-z0-9]{2,5}$/i.test(name);
    // A note that is not among these files may exist here under that title, now or later.
    if (!isFile && (name !== '' || !heading?.startsWith('^'))) return `[[${inner}]]`;
    if (name === '') partOf(target.trim(), heading);
    const picture = isEmbed ? pictureOf(name) : undefined;
    const alt = /^\d+(x\d+)?$/.test(words) || words === '' ? name.split('/').at(-1) : words;
    if (picture !== undefined) return `![${linkWords(alt ?? '')}](${pictureLink(picture)})`;
    if (name !== '') attachments.add(name);
    // After a picture's name comes its width.
    if (isEmbed && isFile) return `*${linkWords(/^\d+(x\d+)?$/.test(words) || words === '' ? name : words)}*`;
    return label;
  };
  const picture = (whole: string, alt: string, address: string): string => {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return whole;
    const file = pictureOf(readable(address));
    if (file !== undefined) return `![${alt}](${pictureLink(file)})`;
    attachments.add(readable(address));
    return `*${alt.trim() || linkWords(readable(address))}*`;
  };
  const link = (whole: string, words: string, address: string): string => {
    // Headings have different anchors here.
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

/**
 * A text of our own export, with the paths of its pictures replaced; they are in a folder beside it or above it. A picture
 * that is not imported keeps its original address.
 */
export function withOwnPictures(text: string, pictureOf: (target: string) => string | undefined): string {
  return outsideOfCode(text, (part) =>
    part.replace(ownPicture, (target, name: string) => {
      const file = pictureOf(target);
      return file === undefined ? pictureAddress(name, pictureSizes.text[0]) : pictureLink(file);
    }),
  );
}

const ownPicture = /(?<=^|[\s(<"'>]|\]:)(?:\.\.\/)?pictures\/([0-9a-f]{32})\.webp(?=[\s)>"'?#]|$)/g;

/** The provisional address of a picture among the files, until it is uploaded. */
function pictureLink(file: string): string {
  return pictureScheme + percentEncoded(file);
}

/** The anchor of a heading on a note's page. */
const headingPart = (heading: string) => `h-${new GithubSlugger().slug(heading.trim())}`;

/** A link by title, which also finds a note that gets another id; by id if the file's name contains it. */
function inBrackets({ uuid, title }: OwnFile, name: string, [part, words]: readonly [string, string]): string {
  const isTitle = !/[[\]|#]/.test(title) && !name.includes(uuid.slice(-12));
  const label = words || (titleKey(name) === titleKey(title) && isTitle ? '' : title.replace(/[[\]|]/g, ' '));
  return `[[${isTitle ? title : uuid}${part}${label && `|${label}`}]]`;
}

/** A link to another file of the import, until the note has an address; or to one of our own notes. */
function linkTo(note: string | OwnFile): string {
  return typeof note === 'string' ? importedScheme + percentEncoded(note) : paths.item(note.uuid);
}

export function percentEncoded(name: string): string {
  return encodeURIComponent(name).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** A percent-decoded address. */
export function readable(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The tags in the properties that Logseq writes above a page, which stay in the text: `tags:: a, [[b]]`. */
export function logseqTags(body: string): string[] {
  const [, tags] = /^(?:[\w-]+::.*\n)*tags::[ \t]+(.+)/.exec(body) ?? [];
  return splitTags(tags).map((tag) => tag.replace(/^#?(?:\[\[)?|\]\]$/g, '').trim());
}
