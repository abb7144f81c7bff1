import { fromParse5 } from 'hast-util-from-parse5';
import { parseFragment } from 'parse5';

type Root = Extract<ReturnType<typeof fromParse5>, { type: 'root' }>;
export type Element = Extract<Root['children'][number], { type: 'element' }>;
export type Child = Element['children'][number];
/** A fragment has no doctype. */
export type Tree = Root & { children: Child[] };

/**
 * The tree of a fragment of HTML, as browsers without scripts read it. Its nodes do not carry their positions in the text,
 * which would double its memory: a page of two million characters must fit into the heap of a thread.
 */
export function htmlTree(html: string): Tree {
  return fromParse5(parseFragment(html, { scriptingEnabled: false })) as Tree;
}
