import { Parser } from 'htmlparser2';

/** What stands in a page's elements, met in one pass whatever its size: nothing of it is checked yet. */
export type Scan = {
  /** The first content under each name or property, in lower case. */
  meta: Map<string, string>;
  title: string;
  language: string | undefined;
  base: string | undefined;
  canonical: string | undefined;
  wantsPassword: boolean;
};

/** Reads what a page says of itself. For HTML within its limits (see html-budget.ts); never throws. */
export function scanPage(html: string): Scan {
  const scan: Scan = {
    meta: new Map(),
    title: '',
    language: undefined,
    base: undefined,
    canonical: undefined,
    wantsPassword: false,
  };
  let titled: 'before' | 'within' | 'after' = 'before';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'title' && titled === 'before') titled = 'within';
        note(scan, name, attributes);
      },
      ontext(text) {
        if (titled === 'within') scan.title += text;
      },
      onclosetag(name) {
        if (name === 'title' && titled === 'within') titled = 'after';
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return scan;
}

function note(scan: Scan, name: string, attributes: Record<string, string>): void {
  if (name === 'html') scan.language ??= attributes.lang;
  if (name === 'base') scan.base ??= attributes.href;
  if (name === 'link' && /(^|\s)canonical(\s|$)/i.test(attributes.rel ?? '')) scan.canonical ??= attributes.href;
  if (name === 'input' && attributes.type?.toLowerCase() === 'password') scan.wantsPassword = true;
  if (name !== 'meta') return;
  const key = (attributes.property ?? attributes.name ?? '').toLowerCase();
  const content = attributes.content?.trim();
  if (!key || !content) return;
  // Several wishes to robots hold together; of everything else the first is said.
  const before = scan.meta.get(key);
  if (before === undefined) scan.meta.set(key, content);
  else if (key === 'robots') scan.meta.set(key, `${before}, ${content}`);
}
