import papaparse from 'papaparse';
import { noSiblings, withoutBundle, type Siblings } from './siblings.ts';
import { htmlTokenizer } from './markup/html-tokens.ts';

/** The outer form of a JSON file (`lines`: one object per line), and the names in it. */
type JsonHead = {
  form: 'list' | 'object' | 'lines';
  /** The names in the outermost object, or in that of the first line. */
  names: ReadonlySet<string>;
  /** The names in the first object of each list, by the list's name; empty if the list is the whole file. */
  items: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names in all other objects. */
  inner: ReadonlySet<string>;
};

/** White space, then a string (also one that is cut off), a symbol, or a number or word. */
const tokens = /\s*(?:("[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$))|([{}[\],:])|(-?\d[\d.eE+-]*|true|false|null))/y;

type Level = { isList: boolean; key: string; names?: Set<string> };

/**
 * The form of a JSON text that may be cut off anywhere; undefined if it is not JSON. The contents of its strings do not
 * matter. A fault further on is left to the reader of the format.
 */
function jsonHead(text: string): JsonHead | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  const isList = text.startsWith('[');
  const names = new Set<string>();
  const items = new Map<string, Set<string>>();
  const inner = new Set<string>();
  const open: Level[] = [];
  let expects: 'value' | 'name' | 'colon' | 'next' = 'value';
  const result = { form: isList ? 'list' : 'object', names, items, inner } as const;
  const levelOf = (sign: string): Level => {
    const level = { isList: sign === '[', key: '' };
    if (open.length === 0) return level.isList ? level : { ...level, names };
    const list = open.at(-1)?.isList && open.length === (isList ? 1 : 2) ? (isList ? '' : open[0]?.key) : undefined;
    if (level.isList || list === undefined || items.has(list)) return level;
    const own = new Set<string>();
    items.set(list, own);
    return { ...level, names: own };
  };
  tokens.lastIndex = 0;
  for (let at = 0; ; at = tokens.lastIndex) {
    const [token, string, sign] = tokens.exec(text) ?? [];
    // A number or word that is cut off is not a fault.
    if (token === undefined) return names.size + items.size > 0 || /^\s*\w*$/.test(text.slice(at)) ? result : undefined;
    // The contents of a string that is cut off are unknown.
    if (string !== undefined && !/^".*"$/s.test(string)) return result;
    const level = open.at(-1);
    const isFault = () => names.size + items.size === 0;
    if (string !== undefined && expects === 'name') {
      if (level) level.key = textIn(string);
      (level?.names ?? inner).add(level?.key ?? '');
      expects = 'colon';
    } else if (sign === ':' && expects === 'colon') expects = 'value';
    else if (sign === ',' && expects === 'next') expects = level?.isList ? 'value' : 'name';
    else if (sign === '}' || sign === ']') {
      if (expects === 'colon' || level?.isList !== (sign === ']')) return isFault() ? undefined : result;
      open.pop();
      expects = 'next';
      if (open.length > 0) continue;
      const rest = text.slice(tokens.lastIndex);
      // A list after a list is reported by the reader.
      if (rest.trim() === '' || (isList && /^\s*\[/.test(rest))) return result;
      return !isList && /^[ \t]*\r?\n\s*\{/.test(rest) ? { ...result, form: 'lines' } : undefined;
    } else if (expects !== 'value') return isFault() ? undefined : result;
    else if (sign === '{' || sign === '[') {
      open.push(levelOf(sign));
      expects = sign === '{' ? 'name' : 'value';
    } else if (sign === undefined) expects = 'next';
    else return isFault() ? undefined : result;
  }
}

function textIn(string: string): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    return string.slice(1);
  }
}

/** How much of a file is read to find out its format, in characters. */
export const headLength = 64 * 1024;

/** The first tags of a page outside comments, its title and first heading, and its doctype, in lower case. */
export type HtmlHead = {
  doctype: string;
  title: string;
  heading: string;
  tags: readonly { name: string; attributes: Readonly<Record<string, string>> }[];
};

/** The columns of a table in lower case, its delimiter, and whether a line `sep=` before them declares that. */
export type TableHead = { columns: ReadonlySet<string>; delimiter: string; isDeclared: boolean };

/** The beginning of a file, for all readers. Each kind of structure is searched for only once, when a reader needs it. */
export class FileHead {
  /** Without leading white space. */
  readonly text: string;
  /** The name or path of the file. It matters only if the text does not show the format. */
  readonly name: string;

  readonly around: Siblings;

  constructor(text: string, name: string, around = noSiblings) {
    this.text = text.slice(0, headLength).trimStart();
    this.name = name;
    this.around = around;
  }

  /** The folders that contain the file, without the one that contains everything. */
  folders(): string[] {
    const { root } = this.around;
    return withoutBundle(this.name)
      .slice(this.name.startsWith(root) ? root.length : 0)
      .split('/')
      .slice(0, -1)
      .filter((name) => !/^\.{0,2}$/.test(name));
  }

  /** Undefined if it is not JSON. */
  readonly json = once(() => jsonHead(this.text));

  /** Undefined if it does not begin with a tag. */
  readonly html = once(() => (this.text.startsWith('<') ? htmlHead(this.text) : undefined));

  /** The columns if it is a table; undefined if it is something else. */
  readonly table = once(() => (this.json() || this.html() || this.front() ? undefined : tableHead(this.text)));

  /** The delimiter of front matter. */
  readonly front = once(() => /^(---|\+\+\+)[ \t]*\r?\n/.exec(this.text)?.[1] as '---' | '+++' | undefined);

  /** The lines of the beginning. */
  readonly lines = once(() => this.text.split(/\r\n?|\n/));
}

export type { JsonHead };

function once<T>(find: () => T): () => T {
  let found: { value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}

function htmlHead(text: string): HtmlHead {
  let doctype = '';
  const texts = { title: '', h1: '' };
  let into: keyof typeof texts | undefined;
  const tags: { name: string; attributes: Record<string, string> }[] = [];
  for (const token of htmlTokenizer().write(text)) {
    if (token.kind === 'declaration') doctype ||= token.text.toLowerCase();
    else if (token.kind === 'text') {
      if (into) texts[into] += token.text;
    } else if (token.kind === 'close') into = undefined;
    else if (token.kind === 'open') {
      tags.push(token);
      const { name } = token;
      into = (name === 'title' || name === 'h1') && texts[name] === '' ? name : undefined;
    }
  }
  const [title, heading] = [texts.title, texts.h1].map((words) => words.trim().toLowerCase()) as [string, string];
  return { doctype, title, heading, tags };
}

function tableHead(text: string): TableHead | undefined {
  // That is a table in Markdown.
  if (text.startsWith('|')) return undefined;
  const [, sign] = /^"?sep=(.)"?[ \t]*\r?\n/i.exec(text) ?? [];
  const rows = sign === undefined ? text : text.slice(text.indexOf('\n') + 1);
  const tables = (sign === undefined ? [',', ';', '\t', '|'] : [sign]).map((delimiter) => {
    const [row = []] = papaparse.parse<string[]>(rows, { delimiter, preview: 1 }).data;
    return { columns: new Set(columnNames(row)), delimiter, isDeclared: sign !== undefined };
  });
  return tables.reduce((max, each) => (each.columns.size > max.columns.size ? each : max));
}

/** Column names in their normal form. */
export function columnNames(row: readonly string[]): string[] {
  return row.map((name) => name.trim().toLowerCase());
}

/** Why a file with addresses is not imported: passwords and history, which a browser exports next to bookmarks. */
export function exclusionReason({ table, json }: FileHead): string | undefined {
  const { columns = new Set<string>() } = table() ?? {};
  const items = [...(json()?.items.values() ?? [])];
  const has = (...names: string[]) => names.some((name) => columns.has(name));
  const isLogins = has('password', 'login_password') && has('url', 'login_uri', 'web site', 'title');
  if (isLogins || items.some((names) => names.has('login') && names.has('folderId')))
    return 'This file holds passwords, so nothing in it was read.';
  const isVisit = (names: ReadonlySet<string>) => names.has('visit_count') || names.has('page_transition');
  if (items.some((names) => names.has('time_usec') && isVisit(names)))
    return 'This is where a browser has been, not what was saved, so nothing in it was read.';
  return undefined;
}

/** Files in formats that cannot be read, recognised by their beginning, with what to export instead. */
export function reexportAdvice({ text, html, json }: FileHead): string | undefined {
  if (text.startsWith('mozLz40'))
    return 'This is a packed backup of Firefox. In its bookmarks manager, choose “Export Bookmarks to HTML” instead.';
  if (text.startsWith('SQLite format 3')) return `This is a program’s database. ${another}`;
  if (/^id: [0-9a-f]{32}$/m.test(text) && /^type_: \d+$/m.test(text))
    return 'This file is from Joplin’s raw export. Export “MD - Markdown + Front Matter” there instead.';
  if (text.slice(257, 262) === 'ustar')
    return 'This is a tar archive, as Joplin’s JEX is. Export “MD - Markdown + Front Matter” there, and unpack any other to make a zip archive of it.';
  const names = json()?.names;
  if (names?.has('sidebar') && names.has('version'))
    return 'This is Arc’s own file. Import from Arc in another browser, such as Firefox, and export its bookmarks as HTML there.';
  const [root, , third] = html()?.tags ?? [];
  if (text.startsWith('bplist0') || root?.name === 'plist')
    return `This is a property list, as Safari keeps its bookmarks. ${another}`;
  if (root?.attributes['xmlns:z'] === 'http://www.zotero.org/namespaces/export#')
    return 'This is Zotero’s RDF. Export the library as CSV, BibTeX or CSL JSON instead.';
  if (root?.name === 'xml' && third?.name === 'record') return 'This is EndNote’s XML. Export it as RIS or BibTeX.';
  return undefined;
}

const another = 'Export what’s in it as HTML, JSON or CSV with the program it’s from.';

/** Why a file cannot be read, with its beginning. */
export function unreadableReason({ text, lines, html, table, name }: FileHead): string {
  const page = html();
  const { columns = new Set<string>() } = (/\.(csv|tsv)$/i.test(name) && table()) || {};
  if (columns.size > 1)
    return `None of this table’s columns has web addresses, or a title beside a text: ${[...columns].filter(Boolean).join(', ').slice(0, 200)}.`;
  if (page && (page.doctype.includes('html') || page.tags[0]?.name === 'html')) {
    return 'This is a web page, not a bookmarks file.';
  }
  const line = (lines()[0] ?? text).slice(0, 60);
  return `This file begins with “${line}”, which doesn’t match any format we know.`;
}
