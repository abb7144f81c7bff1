import * as z from 'zod';
import { OwnFields } from '../../model/import-item.ts';
import { noteAt, pictureAt, refOf } from '../named-files.ts';
import { withoutBundle } from '../siblings.ts';
import type { FileHead } from '../sniff.ts';
import { itemEntry, type ReadEntry } from '../file.ts';
import type { Format } from '../format.ts';
import { attachmentsLeftOut, splitTags, parseDate, importedFrom } from '../field-values.ts';
import { codeLines } from '../../../notes/model/code-in-markdown.ts';
import { bundleItem } from './text-bundle.ts';
import { fromVault, logseqTags, withOwnPictures } from './vault-syntax.ts';
import { frontMatter } from './front-matter.ts';
import { normalized } from '../../../platform/model/text/normal-form.ts';
import { textTooLong } from '../../../platform/model/limits.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import { FileLinks, restoreLinks } from '../../model/file-links.ts';
import { fromMarkdown } from '../../model/as-markdown.ts';
import { otherwiseNamed } from '../../model/note-of-item.ts';

/** A longer Markdown file exceeds the limit of a note. In characters. */
const longest = 1_000_000;

const ending = /\.(md|markdown|mdx|txt)$/i;

/** Recognised by front matter or a heading at the beginning; any other text only by its file name. */
export const markdown: Format = {
  name: 'Markdown',
  confidence: (beginning) => {
    if (beginning.json()) return 0;
    if (beginning.front()) return 0.9;
    if (/^#{1,6}[ \t]+\S/.test(beginning.text)) return 0.6;
    return /\.(md|markdown|mdx)$/i.test(beginning.name) ? 0.4 : /\.txt$/i.test(beginning.name) ? 0.05 : 0;
  },
  items: async function* (text, beginning) {
    let whole = '';
    const { name } = beginning;
    const place = cutTo(name, 300);
    for await (const part of text) {
      whole += part;
      if (whole.length <= longest) continue;
      yield { place, why: textTooLong };
      return;
    }
    yield markdownItem(whole, beginning, place);
  },
};

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined);
const Moment = z
  .unknown()
  .optional()
  .transform((written) => parseDate(written));
const Tags = z
  .union([
    z.string().transform((text) => splitTags(text, /[,\s]+/)),
    z
      .array(z.union([z.string(), z.number(), z.null()]))
      .transform((tags) => tags.flatMap((tag) => (tag === null || tag === '' ? [] : [String(tag)]))),
  ])
  .optional()
  .catch(undefined);

/** The fields of front matter that have a place here. */
const Head = z.object({
  title: Text,
  url: Text,
  link: Text,
  source: Text,
  tags: Tags,
  tag: Tags,
  created: Moment,
  created_at: Moment,
  date: Moment,
  'date created': Moment,
  updated: Moment,
  updated_at: Moment,
  modified: Moment,
  lastmod: Moment,
  'date modified': Moment,
  draft: z.boolean().optional().catch(undefined),
});

/** The fields of our own files. Others were added in another program. */
const ownNames = [...Object.keys(OwnFields.shape), 'title', 'url', 'tags', 'created', 'links'];

/** The names by which Obsidian and others find a note: in our own files, its former titles, and what else is there. */
function readAliases(written: unknown): { formerTitles: string[]; aliases: unknown[] } {
  const all = [written].flat();
  const isTitle = (one: unknown) => typeof one === 'string' || typeof one === 'number';
  return { formerTitles: all.filter(isTitle).map(String), aliases: all.filter((one) => !isTitle(one)) };
}

/** A Markdown file, with or without front matter. Without a title, it is named by its path. */
function markdownItem(text: string, beginning: FileHead, place: string): ReadEntry {
  const { name: path, around } = beginning;
  const parted = frontMatter(text);
  if (!parted.ok) return { place, why: parted.why };
  const { head, body, unread } = parted;
  const mistake = unread && [unread.says];
  const written = new Map(Object.keys(head).map((name) => [name.toLowerCase(), name]));
  const fields = Head.parse(Object.fromEntries([...written].map(([name, as]) => [name, head[name] ?? head[as]])));
  const { formerTitles, aliases } = readAliases(head.aliases);
  const own = OwnFields.safeParse({ ...head, formerTitles }).data;
  const address = [fields.url, fields.link, fields.source].find((each) => each && /^https?:\/\//i.test(each));
  if (own) {
    const { title = nameIn(path), tags = [], created: at } = fields;
    const shown = withOwnPictures(restoreLinks(body, FileLinks.parse(head.links)), (target) =>
      pictureAt(around, path, target),
    );
    const source = `commonplace:${own.uuid}`;
    return itemEntry(place, {
      ...{ title, tags, at, own, source, url: fields.url, body: fromMarkdown(shown) },
      imported: otherwiseNamed(
        'imported',
        { ...importedFrom({ ...head, aliases }, ownNames), ...unread?.fields },
        own.imported ?? {},
      ),
      remarks: mistake,
    });
  }
  const titled = fields.title === undefined ? titleIn(body, path) : undefined;
  const title = fields.title ?? titled?.title ?? nameIn(path);
  const { why, ...bundle } = bundleItem(around.infos.get(`${path.slice(0, path.lastIndexOf('/') + 1)}info.json`));
  if (why !== undefined) return { place, title: cutTo(title, 300), why };
  const {
    text: readable,
    links,
    attachments,
    blocks,
  } = fromVault(
    titled?.rest ?? body,
    (target, isPath) => noteAt(around, path, target, isPath),
    (target) => pictureAt(around, path, target),
  );
  const folders = beginning.folders();
  const [at, changedAt] = [
    firstOf(fields, 'created', 'created_at', 'date', 'date created'),
    firstOf(fields, 'updated', 'updated_at', 'modified', 'lastmod', 'date modified'),
  ];
  const placed = [
    ...(['title', 'tags', 'tag', 'draft'] as const).filter((name) => fields[name] !== undefined),
    ...(['url', 'link', 'source'] as const).filter((name) => address !== undefined && fields[name] === address),
    ...[at.name, changedAt.name].filter((name) => name !== undefined),
  ];
  const others = {
    ...importedFrom(head, [...placed, ...placed.flatMap((name) => (name in head ? [] : (written.get(name) ?? [])))]),
    ...unread?.fields,
  };
  const imported = {
    ...otherwiseNamed('imported', { ...fileNameBeside(title, path), ...bundle.imported }, others),
    ...others,
    ...otherwiseNamed('imported', importedFrom({ links, attachments, blocks }, []) ?? {}, others),
  };
  return itemEntry(place, {
    title,
    url: address,
    body: fromMarkdown(readable),
    ref: refOf(beginning),
    tags: [...(fields.tags ?? []), ...(fields.tag ?? []), ...logseqTags(body)],
    folders: folders.length > 0 ? [folders] : undefined,
    at: at.time ?? bundle.at,
    changedAt: changedAt.time ?? bundle.changedAt,
    source: bundle.source,
    shared: fields.draft === undefined ? undefined : !fields.draft,
    imported: Object.keys(imported).length > 0 ? imported : undefined,
    aside: attachments.length > 0 ? attachmentsLeftOut(attachments) : undefined,
    remarks: /^(---\n\w+ *:|\+\+\+\n\w+ *=)/.test(body)
      ? ['Its front matter is never closed, so it’s part of the text.']
      : mistake,
  });
}

function firstOf<Name extends string>(fields: { [Each in Name]?: string | undefined }, ...names: Name[]) {
  const name = names.find((each) => fields[each] !== undefined);
  return { name, time: name && fields[name] };
}

/** How many lines are searched for a heading that may be the title; one further down stays in the text. */
const headed = 20;
/** File names that say nothing, and ids, which say something but are worse titles than any heading. */
const nameless = /^(index|readme|text|note|untitled( \d+)?)$/i;
const idAlone = /^([\da-f-]{16,}|\d+)$/i;

/**
 * The first top-level heading outside code, and the text without it if it begins the text. If other headings precede it, or
 * another top-level one follows, it is the heading of a section, and no title, unless the file is named after it.
 */
function titleIn(body: string, path: string): { title: string; rest: string } | undefined {
  const lines = body.split('\n');
  const isCode = codeLines(lines);
  const headings = lines.flatMap((line, at) => (!isCode[at] && /^#{1,6}[ \t]/.test(line) ? [at] : []));
  const [at = headed, ...others] = headings.filter((each) => /^#[ \t]+[^ \t]/.test(lines[each] ?? ''));
  if (at >= headed) return undefined;
  const title = headingText(lines[at] ?? '');
  const name = nameIn(path);
  const isAlone = others.length === 0 && headings[0] === at;
  const isNamed = ending.test(path) && !nameless.test(name) && !idAlone.test(name);
  if (!isAlone && isNamed && !isSameName(name, title)) return undefined;
  const isFirst = lines.slice(0, at).every((line) => line.trim() === '');
  return {
    title,
    rest: isFirst
      ? lines
          .slice(at + 1)
          .join('\n')
          .trim()
      : body,
  };
}

/**
 * Whether a file is named after a title, as far as file names allow: programs leave out or replace punctuation, and the end of
 * a long one. Symbols count, as in `C++` and in names of emoji alone.
 */
function isSameName(name: string, title: string): boolean {
  const plain = (text: string) =>
    normalized(text)
      .replace(/[^\p{L}\p{M}\p{N}\p{S}]+|[<>|^`]/gu, '')
      .toLowerCase();
  const [plainName, plainTitle] = [plain(name), plain(title)];
  return (
    (plainName !== '' && plainName === plainTitle) ||
    (plainName.length >= shortenedName && plainTitle.startsWith(plainName))
  );
}

/** From this length on, a file name may be the beginning of a title. In characters. */
const shortenedName = 40;

/** The name of a file whose title is another one: people link to it by that name. */
function fileNameBeside(title: string, path: string): { 'file name'?: string } {
  const name = nameIn(path);
  return !ending.test(path) || nameless.test(name) || isSameName(name, title) ? {} : { 'file name': name };
}

/** A heading without the `#` at both ends. A pattern for the end could be tried at each of a million characters. */
function headingText(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t#'.includes(line[end - 1] ?? '')) end -= 1;
  const text = line.slice(0, end).replace(/^#[ \t]+/, '');
  return text === '' || text === '#' ? line.replace(/^#[ \t]+/, '') : text;
}

/** The file name as it is: daily notes keep their hyphens. Logseq writes `___` for a slash, which file names cannot have. */
function nameIn(path: string): string {
  return (withoutBundle(path).split('/').at(-1) ?? path).replace(ending, '').replaceAll('___', '/').trim();
}
