import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Every element of an HTML fragment in document order, parsed as the HTML standard does. */
export function elementsOf(html: string): { name: string; attributes: [string, string][] }[] {
  return nodesOf(parseFragment(html).childNodes).flatMap((node) =>
    'tagName' in node
      ? [{ name: node.tagName, attributes: node.attrs.map(({ name, value }): [string, string] => [name, value]) }]
      : [],
  );
}

/** The text of an HTML fragment, with the alt text of its pictures. */
export function textOf(html: string): string {
  return textIn(parseFragment(html).childNodes);
}

/** The text of the element with this id; undefined if there is none. */
export function textById(html: string, id: string): string | undefined {
  const found = nodesOf(parseFragment(html).childNodes).find(
    (node) => 'attrs' in node && node.attrs.some(({ name, value }) => name === 'id' && value === id),
  );
  return found && 'childNodes' in found ? textIn(found.childNodes) : undefined;
}

function textIn(nodes: Node[]): string {
  return nodesOf(nodes)
    .map((node) => {
      if ('value' in node) return node.value;
      return 'attrs' in node ? (node.attrs.find(({ name }) => name === 'alt')?.value ?? '') : '';
    })
    .join('');
}

function nodesOf(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...('childNodes' in node ? nodesOf(node.childNodes) : [])]);
}
