/** The outer form of a JSON file (`lines`: an object a line), and the names in it. */
export type JsonBeginning = {
  form: 'list' | 'object' | 'lines';
  /** The names in the outermost object, or in that of the first line. */
  names: ReadonlySet<string>;
  /** The names in the first object of each list, by the name of the list: empty where the list is the whole file. */
  items: ReadonlyMap<string, ReadonlySet<string>>;
};

/** White space, then a text (one that the end cuts off is a token, too), a sign, or a number or word. */
const tokens = /\s*(?:("[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$))|([{}[\],:])|(-?\d[\d.eE+-]*|true|false|null))/y;

type Level = { isList: boolean; key: string; names?: Set<string> };

/**
 * What the form of a JSON text is, which may be cut off anywhere. Undefined where it is none. What stands in its strings
 * decides nothing. A fault further on is for the reader to name.
 */
export function jsonBeginning(text: string): JsonBeginning | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  const isList = text.startsWith('[');
  const names = new Set<string>();
  const items = new Map<string, Set<string>>();
  const open: Level[] = [];
  let expects: 'value' | 'name' | 'colon' | 'next' = 'value';
  const told = { form: isList ? 'list' : 'object', names, items } as const;
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
    // A number or a word that the end cuts off is no fault.
    if (token === undefined) return names.size + items.size > 0 || /^\s*\w*$/.test(text.slice(at)) ? told : undefined;
    // A text that the end cuts off is not known.
    if (string !== undefined && !/^".*"$/s.test(string)) return told;
    const level = open.at(-1);
    const isFault = () => names.size + items.size === 0;
    if (string !== undefined && expects === 'name') {
      if (level) level.key = textIn(string);
      level?.names?.add(level.key);
      expects = 'colon';
    } else if (sign === ':' && expects === 'colon') expects = 'value';
    else if (sign === ',' && expects === 'next') expects = level?.isList ? 'value' : 'name';
    else if (sign === '}' || sign === ']') {
      if (expects === 'colon' || level?.isList !== (sign === ']')) return isFault() ? undefined : told;
      open.pop();
      expects = 'next';
      if (open.length > 0) continue;
      const rest = text.slice(tokens.lastIndex);
      if (rest.trim() === '') return told;
      return !isList && /^[ \t]*\r?\n\s*\{/.test(rest) ? { ...told, form: 'lines' } : undefined;
    } else if (expects !== 'value') return isFault() ? undefined : told;
    else if (sign === '{' || sign === '[') {
      open.push(levelOf(sign));
      expects = sign === '{' ? 'name' : 'value';
    } else if (sign === undefined) expects = 'next';
    else return isFault() ? undefined : told;
  }
}

function textIn(string: string): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    return string.slice(1);
  }
}
