import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it';

/** `~~struck~~` and `~struck~` become `<del>`, as on GitHub; a run of three or more tildes is text. */
export function deletions(parser: MarkdownIt): void {
  parser.disable('strikethrough');
  parser.inline.ruler.before('emphasis', 'deletion', tildes);
  parser.inline.ruler2.before('emphasis', 'deletion', deletePairs);
}

/** Delimiters pair with their like; one tilde and two are told apart by the number that the pairing compares. */
const single = 0x1_0000 + 0x7e;
const double = 0x2_0000 + 0x7e;

function tildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src[state.pos] !== '~') return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  state.push('text', '', 0).content = '~'.repeat(length);
  if (length <= 2) {
    const marker = length === 1 ? single : double;
    state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  }
  state.pos += length;
  return true;
}

function deletePairs(state: StateInline): void {
  markPairs(state, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) markPairs(state, meta.delimiters);
}

function markPairs(state: StateInline, delimiters: Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    const opening = state.tokens[token];
    const closing = state.tokens[delimiters[end]?.token ?? -1];
    if ((marker !== single && marker !== double) || !opening || !closing) continue;
    Object.assign(opening, { type: 'del_open', tag: 'del', nesting: 1, content: '' });
    Object.assign(closing, { type: 'del_close', tag: 'del', nesting: -1, content: '' });
  }
}
