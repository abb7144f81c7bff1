import type { Root } from 'hast';
import { toString as textOf } from 'mdast-util-to-string';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { highlightCode } from './markdown-code.ts';
import { markExternalLinks, nameHeadings } from './markdown-structure.ts';

/** Raw HTML never enters: it is shown as the text that was typed, so nothing that a person wrote is lost. */
const rawHtmlAsText = {
  html: (_: unknown, node: { value: string }) => ({
    type: 'text' as const,
    value: node.value,
  }),
};

const parser = unified().use(remarkParse).use(remarkGfm);

// remark-rehype already prefixes the ids of footnotes, and no other id can come from a writer.
const schema = { ...defaultSchema, clobberPrefix: '' };

const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { handlers: rawHtmlAsText })
  .use(rehypeSanitize, schema)
  .use(nameHeadings)
  .use(markExternalLinks)
  .use(() => (tree: Root) => highlightCode(tree))
  .use(rehypeStringify);

/** Some texts take seconds to parse, and the functions answer the same few notes again and again. */
const recent = new Map<string, Promise<string>>();
const recentAtMost = 100;

/**
 * A note's Markdown (GitHub flavour, footnotes, fenced code) as sanitised HTML without inline styles or scripts.
 * The one pipeline of the build, the functions and the preview. Never throws on any text.
 */
export function renderMarkdown(body: string): Promise<string> {
  const known = recent.get(body);
  recent.delete(body);
  const html = known ?? renderer.process(body).then(String);
  recent.set(body, html);
  for (const oldest of recent.keys()) {
    if (recent.size <= recentAtMost) break;
    recent.delete(oldest);
  }
  return html;
}

const excerptLength = 220;

/** The first paragraphs as plain text, at most 220 characters, cut at a word. Empty when the body has no prose. */
export function excerptOf(body: string): string {
  const prose = parser
    .parse(body)
    .children.filter((node) => node.type === 'paragraph')
    .slice(0, 3)
    .map((node) => textOf(node))
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return shortened(prose);
}

function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= excerptLength) return text;
  const cut = characters.slice(0, excerptLength).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > excerptLength / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:.\u2013\u2014-]+$/u, '')}…`;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Reading time in whole minutes, at 230 words a minute, counted in any script; at least 1. */
export function readingMinutes(body: string): number {
  let words = 0;
  for (const segment of segmenter.segment(body)) if (segment.isWordLike) words += 1;
  return Math.max(1, Math.round(words / 230));
}
