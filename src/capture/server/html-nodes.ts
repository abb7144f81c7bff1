import { fromParse5 } from 'hast-util-from-parse5';
import { parseFragment } from 'parse5';

export type Root = Extract<ReturnType<typeof fromParse5>, { type: 'root' }>;
export type Element = Extract<Root['children'][number], { type: 'element' }>;
export type Child = Element['children'][number];

/**
 * The nodes of a fragment of HTML, as browsers without scripts read it. A page of two million characters must fit into the
 * heap of a thread, so nodes have no positions, and each is given up before the next is made.
 */
export function* htmlNodes(html: string): Generator<Child> {
  const nodes = parseFragment(html, { scriptingEnabled: false }).childNodes.reverse();
  // The parser's node is no variable here: it would be kept as long as its child is worked on.
  while (nodes.length > 0) yield fromParse5(nodes.pop()!) as Child;
}
