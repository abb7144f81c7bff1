import { findPassage, type Span, type Highlight } from '../model/highlight.ts';

/** The text of an element without its markup, as highlights count it. */
export const textOf = (root: Node): string => root.textContent ?? '';

/** The same HTML with each block on its own line, so that words on both sides of a block's end do not merge in its text. */
export const inLines = (html: string): string =>
  html.replaceAll(/<\/(?:p|li|h[1-6]|blockquote|pre|figure|figcaption|d[dt]|t[dhr]|[ou]l)>(?=<(?!\/))/g, '$&\n');

/** The position of a selection in the text of an element; undefined if it is empty, or not all inside. */
export function selectedSpan(root: Node, selection: Selection | null): Span | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.startContainer) || !root.contains(range.endContainer)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(root);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return { start, end: start + range.toString().length };
}

/** Marks highlights in a text, in place of former marks. Returns the ids of those whose passage is not found. */
export function showMarks(root: HTMLElement, highlights: readonly Highlight[]): string[] {
  for (const mark of root.querySelectorAll('mark[data-highlight]')) mark.replaceWith(...mark.childNodes);
  root.normalize();
  const text = textOf(root);
  const lost: string[] = [];
  for (const highlight of highlights) {
    const span = findPassage(text, highlight);
    if (span) mark(root, span, highlight.id);
    else lost.push(highlight.id);
  }
  return lost;
}

/** A passage may run through several elements: each piece of text gets its own mark. */
function mark(root: HTMLElement, { start, end }: Span, id: string): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const pieces: { node: Text; from: number; to: number }[] = [];
  let at = 0;
  while (walker.nextNode() && at < end) {
    const node = walker.currentNode as Text;
    const from = Math.max(0, start - at);
    const to = Math.min(node.length, end - at);
    // Space between paragraphs is not marked.
    if (from < to && (node.data.slice(from, to).trim() !== '' || node.parentElement !== root))
      pieces.push({ node, from, to });
    at += node.length;
  }
  for (const [index, { node, from, to }] of pieces.entries()) {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const piece = document.createElement('mark');
    piece.dataset.highlight = id;
    // One tab stop for each highlight.
    if (index === 0) piece.tabIndex = 0;
    range.surroundContents(piece);
  }
}

/** Scrolls to what the address names after its `#`: a highlight of this text, or words of it. */
export function goToNamed(root: HTMLElement): void {
  const [, id] = /^#highlight-([\w-]+)$/.exec(location.hash) ?? [];
  const words = new URLSearchParams(location.hash.slice(1)).get('find');
  const target = id ? root.querySelector(`mark[data-highlight="${id}"]`) : words ? elementWith(root, words) : null;
  target?.scrollIntoView({ block: 'center' });
  target?.animate({ backgroundColor: ['var(--primary-soft)', 'transparent'] }, 3000);
}

/** The innermost element in which these words begin, whatever the white space between them. */
function elementWith(root: HTMLElement, words: string): Element | null {
  const parts = words.trim().split(/\s+/);
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s*');
  let left = new RegExp(pattern, 'u').exec(textOf(root))?.index ?? -1;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (left >= 0 && walker.nextNode()) {
    left -= (walker.currentNode as Text).length;
    if (left < 0) return walker.currentNode.parentElement;
  }
  return null;
}

/**
 * Gives a text a caret, so that the keyboard can select in it as in any field, while nothing in it can be changed.
 * `label` names the text, Enter chooses the selection, Escape leaves. Returns a function that ends it.
 */
export function beginCaret(text: HTMLElement, label: string, onKey: (key: 'choose' | 'leave') => void): () => void {
  const refuse = (event: Event) => event.preventDefault();
  const press = (event: KeyboardEvent) => {
    const key = event.key === 'Enter' ? 'choose' : event.key === 'Escape' ? 'leave' : undefined;
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onKey(key);
  };
  const attributes = {
    contenteditable: 'true',
    role: 'textbox',
    'aria-readonly': 'true',
    'aria-multiline': 'true',
    'aria-label': label,
    spellcheck: 'false',
  };
  for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, value);
  text.addEventListener('beforeinput', refuse);
  text.addEventListener('keydown', press);
  text.tabIndex = 0;
  text.focus();
  return () => {
    // The text keeps the focus, which would otherwise be lost: the reader continues from here.
    text.tabIndex = -1;
    for (const name of Object.keys(attributes)) text.removeAttribute(name);
    text.removeEventListener('beforeinput', refuse);
    text.removeEventListener('keydown', press);
  };
}
