import type { Env, MarkdownIt, StateBlock, StateInline, RendererRule, StateCore, Token } from 'markdown-it';
import { idPrefixOf } from './markdown-text.ts';

type Citation = { number: number; times: number };

/**
 * How many references a text may have: some, and one for every so many characters. Further ones are shown as typed. Each
 * becomes two links of 400 characters of HTML, so that 10 KB of nothing else would be a page of 1 MB.
 */
const mostReferences = { some: 50, characters: 40 };

/**
 * Removes the definitions from the text, numbers them by their first reference, and puts those that are referred to into
 * a section at the end. Of two definitions of one label the first counts.
 */
function numberFootnotes(state: StateCore): void {
  const { body, definitions } = apart(state.tokens);
  if (definitions.size === 0) return;
  state.tokens = body;
  const citations = new Map<string, Citation>();
  let left = mostReferences.some + state.src.length / mostReferences.characters;
  const numberReferences = (tokens: Token[]) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'footnote_reference') continue;
      // The first reference of each is always shown, since without one its footnote would not be.
      const isFirst = !citations.has(String(token.meta?.label));
      if (!isFirst) left -= 1;
      if (isFirst || left >= 0) numberReference(token, citations);
      else token.type = 'text';
    }
  };
  numberReferences(body);
  const notes: { citation: Citation; content: Token[] }[] = [];
  // Footnotes refer to others too, so the map grows during the loop.
  for (const [label, citation] of citations) {
    const content = definitions.get(label) ?? [];
    numberReferences(content);
    notes.push({ citation, content });
  }
  if (notes.length === 0) return;
  const mark = (type: string, citation?: Citation) =>
    Object.assign(new state.Token(type, '', 0), { meta: citation ?? null });
  state.tokens.push(mark('footnotes_open'));
  for (const { citation, content } of notes) {
    const backrefs = mark('footnote_backrefs', citation);
    const lastText = content.at(-1)?.type === 'paragraph_close' ? content.at(-2)?.children : undefined;
    lastText?.push(backrefs);
    for (const token of [mark('footnote_open', citation), ...content]) state.tokens.push(token);
    if (!lastText) state.tokens.push(backrefs);
    state.tokens.push(mark('footnote_close'));
  }
  state.tokens.push(mark('footnotes_close'));
}

function apart(tokens: Token[]): { body: Token[]; definitions: Map<string, Token[]> } {
  const body: Token[] = [];
  const definitions = new Map<string, Token[]>();
  const within = [body];
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      const content: Token[] = [];
      const label = String(token.meta?.label);
      if (!definitions.has(label)) definitions.set(label, content);
      within.push(content);
    } else if (token.type === 'footnote_close') within.pop();
    else within.at(-1)?.push(token);
  }
  return { body, definitions };
}

function numberReference(token: Token, citations: Map<string, Citation>): void {
  const label = String(token.meta?.label);
  const citation = citations.get(label) ?? { number: citations.size + 1, times: 0 };
  citation.times += 1;
  citations.set(label, citation);
  token.meta = { ...citation };
}

const citationOf = (token: Token | undefined): Citation => ({
  number: Number(token?.meta?.number),
  times: Number(token?.meta?.times),
});
/** The first reference has the plain number, so that the common case has the short id. */
const named = ({ number, times }: Citation) => (times > 1 ? `${number}-${times}` : `${number}`);

/** The HTML of references and of the section. Ids consist of numbers only, never of typed text. */
const footnoteRules: Record<string, RendererRule> = {
  footnote_reference(tokens, index, _options, env) {
    const citation = citationOf(tokens[index]);
    const ids = `${idPrefixOf(env)}user-content-fn`;
    const attributes = `id="${ids}ref-${named(citation)}" data-footnote-ref aria-describedby="${idPrefixOf(env)}footnote-label"`;
    return `<sup><a href="#${ids}-${citation.number}" ${attributes}>${citation.number}</a></sup>`;
  },
  footnotes_open: (_tokens, _index, _options, env) =>
    `<section data-footnotes class="footnotes"><h2 class="sr-only" id="${idPrefixOf(env)}footnote-label">Footnotes</h2>\n<ol dir="auto">\n`,
  footnote_open: (tokens, index, _options, env) =>
    `<li id="${idPrefixOf(env)}user-content-fn-${citationOf(tokens[index]).number}">\n`,
  footnote_backrefs(tokens, index, _options, env) {
    const { number, times } = citationOf(tokens[index]);
    const links = Array.from({ length: times }, (_, before) => {
      const name = named({ number, times: before + 1 });
      const href = `#${idPrefixOf(env)}user-content-fnref-${name}`;
      const which = before > 0 ? `<sup>${before + 1}</sup>` : '';
      return ` <a href="${href}" class="data-footnote-backref" aria-label="Back to reference ${name}">↩${which}</a>`;
    });
    return links.join('');
  },
  footnote_close: () => '</li>\n',
  footnotes_close: () => '</ol>\n</section>\n',
};

const definition = /\[\^([^\s[\]]{1,999})\]:/y;
const reference = /\[\^([^\s[\]]{1,999})\]/y;

/** The labels that a text defines, by which its references are recognised. */
const defined = new WeakMap<Env, Set<string>>();

/** `[^label]` refers to the definition `[^label]: …`. A section at the end shows it, with links both ways, as on GitHub. */
export function footnotes(parser: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  parser.block.ruler.before('reference', 'footnote_definition', define, { alt });
  parser.inline.ruler.before('link', 'footnote_reference', refer);
  parser.core.ruler.after('inline', 'number_footnotes', numberFootnotes);
  Object.assign(parser.renderer.rules, footnoteRules);
}

/** Lines indented under the label belong to the definition, as in a list item. */
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
  if (!silent) Object.assign(state.push('footnote_reference', '', 0), { content: typed[0], meta: { label } });
  state.pos = reference.lastIndex;
  return true;
}

const normalized = (label: string) => label.toLowerCase().toUpperCase();
