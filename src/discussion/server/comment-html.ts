import type { Comment } from '../model/comment.ts';
import { paths } from '../../platform/model/paths.ts';
import { renderMarkdown } from '../../notes/server/markdown/markdown.ts';
import { textWork } from '../../notes/server/markdown-work.ts';

const token = /<(?:"[^"]*"|'[^']*'|[^'">])*>|[^<]+/g;
const noLinksIn = /^<(\/?)(?:a|code|pre)\b/;
const heading = /^(<\/?h)([1-6])\b/;
const mention = /(?<![\w@/.-])@(\w+)(?![\w@-])/g;

/**
 * A comment's Markdown as safe HTML, as a note's is made, but that many can stand on one page: ids and the links to
 * them begin with the comment's own, headings stay below those of the page, and people who exist are linked.
 */
async function commentHtml({ id, body, mentions }: Pick<Comment, 'id' | 'body' | 'mentions'>): Promise<string> {
  const html = await renderMarkdown(body, { idPrefix: `c-${id}-`, wikilinks: false });
  const people = new Set(mentions);
  let within = 0;
  return html.replace(token, (part) => {
    if (part.startsWith('<')) {
      const [, closing] = noLinksIn.exec(part) ?? [];
      if (closing !== undefined) within += closing ? -1 : 1;
      return part.replace(heading, (_, start: string, level) => start + Math.min(6, Number(level) + 2));
    }
    return within > 0 ? part : part.replace(mention, (text, handle: string) => linked(text, handle, people));
  });
}

type Shown = Pick<Comment, 'id' | 'body' | 'mentions'>;

const showComments = textWork(
  import.meta.url,
  'show-comments',
  (comments: readonly Shown[]) => comments.map(({ body }) => body),
  (comments) => Promise.all(comments.map(commentHtml)),
);

/** The same of many, in their order, where nobody else waits for it. */
export function commentsHtml(comments: readonly Shown[]): Promise<string[]> {
  return showComments(comments.map(({ id, body, mentions }) => ({ id, body, mentions })));
}

function linked(text: string, handle: string, people: ReadonlySet<string>): string {
  const known = handle.toLowerCase();
  return people.has(known) ? `<a href="${paths.person(known)}">${text}</a>` : text;
}
