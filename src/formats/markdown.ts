import { parse } from 'yaml';
import { z } from 'zod';
import { OwnFields } from '../domain/import-item.ts';
import { found, type Found } from './file.ts';
import { moment } from './when.ts';
import { splitTags } from './words.ts';

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined);
const Moment = z
  .union([z.string(), z.number(), z.date().transform((date) => date.toISOString())])
  .optional()
  .catch(undefined)
  .transform((written) => moment(written));
const Tags = z
  .union([
    z.string().transform((text) => splitTags(text, /[,\s]+/)),
    z.array(z.union([z.string(), z.number()]).transform(String)),
  ])
  .catch([])
  .default([]);

/** What people and programs write above a Markdown text; whatever is not understood is passed over. */
const FrontMatter = z.looseObject({
  title: Text,
  url: Text,
  link: Text,
  source: Text,
  tags: Tags,
  created: Moment,
  date: Moment,
  draft: z.boolean().optional().catch(undefined),
});

/** Keys are compared with each other: thousands of them take seconds. In characters, and lines. */
const longestHead = { characters: 64 * 1024, lines: 1000 };

/** A Markdown file with or without front matter. `path` names it where it names itself nowhere. */
export function markdownItem(text: string, path: string, place: string): Found {
  const parted = partsOf(text);
  if (!parted.ok) return { place, why: parted.why };
  const { head, body } = parted;
  const { title, url, link, source, tags, created, date, draft } = FrontMatter.parse(head);
  const heading = /^#[ \t]+(?=[^ \t\n])[^\n]+/m.exec(body.split('\n', 20).join('\n'));
  const address = [url, link, source].find((each) => each && /^https?:\/\//i.test(each));
  const own = OwnFields.safeParse(head).data;
  return found(place, {
    title: title ?? (heading && headingText(heading[0])) ?? nameIn(path),
    url: address,
    body: title === undefined && heading ? body.replace(heading[0], '').trim() : body,
    tags,
    at: created ?? date,
    source: own && `commonplace:${own.uuid}`,
    shared: draft === undefined ? undefined : !draft,
    own,
  });
}

type Parted = { ok: true; head: object; body: string } | { ok: false; why: string };

function partsOf(text: string): Parted {
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const match = /^---[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)(.*)$/s.exec(lines);
  if (!match) return { ok: true, head: {}, body: lines.trim() };
  const [, head = '', body = ''] = match;
  if (head.length > longestHead.characters) return { ok: false, why: 'The front matter is longer than 64 KB.' };
  if (head.split('\n', longestHead.lines + 1).length > longestHead.lines) {
    return { ok: false, why: `The front matter has more than ${longestHead.lines} lines.` };
  }
  try {
    const parsed: unknown = parse(head, { maxAliasCount: 50 });
    const isMap = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return { ok: true, head: isMap ? parsed : {}, body: body.replace(/^\n/, '').replace(/\n$/, '') };
  } catch (error) {
    const { linePos } = error as { linePos?: [{ line: number }] };
    const where = linePos ? ` in line ${linePos[0].line + 1}` : '';
    return {
      ok: false,
      why: `The front matter between the lines --- has a fault${where}. Correct it and bring the file again.`,
    };
  }
}

/** A heading without the signs at both ends. An expression for the end would be tried at each of a million signs. */
function headingText(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t#'.includes(line[end - 1] ?? '')) end -= 1;
  const text = line.slice(0, end).replace(/^#[ \t]+/, '');
  return text === '' || text === '#' ? line.replace(/^#[ \t]+/, '') : text;
}

function nameIn(path: string): string {
  return (path.split('/').at(-1) ?? path)
    .replace(/\.(md|markdown|mdx|txt)$/i, '')
    .replace(/[-_]+/g, ' ')
    .trim();
}

const markdownNames = /\.(md|markdown|mdx|txt)$/i;

/** Front matter or a heading at the beginning tell Markdown; any other text is only told by its name. */
export function isMarkdown(head: string, path: string): boolean {
  return /^\ufeff?(---[ \t]*\r?\n|#{1,6}[ \t]+\S)/.test(head) || markdownNames.test(path);
}
