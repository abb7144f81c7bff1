import type { Token } from 'markdown-it';
import { plainText } from '../markdown-text.ts';

/** A stretch of a note's prose in plain words, and the token whose element readers can be led to. */
export type Block = { text: string; kind: 'paragraph' | 'item' | 'quote' | 'heading'; token: Token };

const within: Record<string, Block['kind'] | 'nothing'> = {
  blockquote: 'quote',
  list_item: 'item',
  table: 'nothing',
  footnotes: 'nothing',
};

/** The prose of a parsed note in the order of reading. Code, tables, raw HTML and footnotes are none. */
export function proseOf(tokens: Token[]): Block[] {
  const blocks: Block[] = [];
  const open: { name: string; token: Token }[] = [];
  let item: Token | undefined;
  tokens.forEach((token, index) => {
    const name = token.type.replace(/_(?:open|close)$/, '');
    if (within[name]) {
      if (token.type.endsWith('_open')) open.push({ name, token });
      else open.pop();
      item = token.type === 'list_item_open' ? token : undefined;
      return;
    }
    if (token.type !== 'inline') return;
    const holder = tokens[index - 1];
    const kinds = open.map((place) => within[place.name]);
    if (!holder || kinds.includes('nothing')) return;
    const text = plainText(
      token.children?.filter(({ type }) => type !== 'html_inline'),
      false,
    );
    const kind = holder.type === 'heading_open' ? 'heading' : (kinds.find((kind) => kind === 'quote') ?? kinds.at(-1));
    // A tight list shows its items without paragraphs of their own.
    const shown = holder.hidden ? item : holder;
    if (shown && text.trim()) blocks.push({ text, kind: (kind ?? 'paragraph') as Block['kind'], token: shown });
  });
  return blocks;
}
