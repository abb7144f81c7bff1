import type { Token } from 'markdown-it';
import { plainText } from '../../../notes/server/markdown/markdown-text.ts';

/** A stretch of a note's prose in plain words, and the token whose element readers can be led to. */
export type Block = { text: string; kind: 'paragraph' | 'item' | 'quote' | 'heading'; token: Token };

/** What holds blocks, by the tokens that open it, with what prose is within. */
const opening = new Map<string, Block['kind'] | 'nothing'>([
  ['blockquote_open', 'quote'],
  ['list_item_open', 'item'],
  ['table_open', 'nothing'],
  ['footnotes_open', 'nothing'],
]);
const closing = new Set([...opening.keys()].map((type) => type.replace(/_open$/, '_close')));

/** The prose of a parsed note in the order of reading. Code, tables, raw HTML and footnotes are none. */
export function proseOf(tokens: Token[]): Block[] {
  const blocks: Block[] = [];
  const kinds: (Block['kind'] | 'nothing')[] = [];
  let item: Token | undefined;
  tokens.forEach((token, index) => {
    const opened = opening.get(token.type);
    if (opened || closing.has(token.type)) {
      if (opened) kinds.push(opened);
      else kinds.pop();
      item = token.type === 'list_item_open' ? token : undefined;
      return;
    }
    if (token.type !== 'inline') return;
    const holder = tokens[index - 1];
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
