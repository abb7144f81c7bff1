import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { footnoteRules, numberFootnotes } from './markdown-footnote-section.ts';

const definition = /\[\^([^\s[\]]{1,999})\]:/y;
const reference = /\[\^([^\s[\]]{1,999})\]/y;

/** The labels that a text defines, told to its references. */
const defined = new WeakMap<Env, Set<string>>();

/** `[^label]` refers to what `[^label]: …` says, which a section at the end shows with links both ways, as on GitHub. */
export function footnotes(parser: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  parser.block.ruler.before('reference', 'footnote_definition', define, { alt });
  parser.inline.ruler.before('link', 'footnote_reference', refer);
  parser.core.ruler.after('inline', 'number_footnotes', numberFootnotes);
  Object.assign(parser.renderer.rules, footnoteRules);
}

/** What is indented under the label belongs to it, as with a list item. */
function define(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { bMarks, tShift, sCount } = state;
  const [line, shift, indent] = [bMarks[startLine] ?? 0, tShift[startLine] ?? 0, sCount[startLine] ?? 0];
  if (indent - state.blkIndent >= 4) return false;
  definition.lastIndex = line + shift;
  const typed = definition.exec(state.src);
  if (!typed) return false;
  if (silent) return true;

  const label = normalized(typed[1] ?? '');
  defined.set(state.env, (defined.get(state.env) ?? new Set()).add(label));
  state.push('footnote_open', '', 1).meta = { label };
  const textAt = definition.lastIndex;
  const spaces = state.skipSpaces(textAt) - textAt;
  const { blkIndent, parentType } = state;
  bMarks[startLine] = textAt;
  tShift[startLine] = spaces;
  state.blkIndent += 4;
  sCount[startLine] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, startLine, endLine);
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  bMarks[startLine] = line;
  tShift[startLine] = shift;
  sCount[startLine] = indent;
  state.push('footnote_close', '', -1);
  return true;
}

function refer(state: StateInline, silent: boolean): boolean {
  // A link within a link would break both.
  if (state.linkLevel > 0) return false;
  reference.lastIndex = state.pos;
  const typed = reference.exec(state.src);
  const label = normalized(typed?.[1] ?? '');
  if (!typed || reference.lastIndex > state.posMax || !defined.get(state.env)?.has(label)) return false;
  if (!silent) state.push('footnote_reference', '', 0).meta = { label };
  state.pos = reference.lastIndex;
  return true;
}

const normalized = (label: string) => label.toLowerCase().toUpperCase();
