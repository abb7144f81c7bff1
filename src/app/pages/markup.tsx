import { renderToString } from 'react-dom/server';
import type { LogPage } from '../../moderation/model/entry.ts';
import type { Problem as ProblemProps } from '../../platform/model/page-problem.ts';
import type { PublishedNote, Content } from '../../reading/model/content.ts';
import type { RelatedNote } from '../../notes/model/related.ts';
import { paths } from '../../platform/model/paths.ts';
import { Article } from '../../reading/views/static/Article.tsx';
import { ModerationLog } from '../../moderation/views/static/ModerationLog.tsx';
import { MentionedIn, ReadNext } from '../../reading/views/static/ReadingAid.tsx';
import { NoteHead } from '../../feeds/views/static/NoteHead.tsx';
import { Problem } from '../../publishing/views/static/Problem.tsx';
import { Thread } from '../../discussion/views/static/Thread.tsx';
import { Unsubscribe, type UnsubscribeProps } from '../../inbox/views/static/Unsubscribe.tsx';
import { shellFiller } from '../../publishing/views/static/shell.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import { payloadOf } from './payloads.ts';
import { noteMarkdown } from '../../feeds/model/formats.ts';

/** A note's parts of its page: for the head, and the content. Static, so it needs no island. */
export function noteMarkup(entry: PublishedNote, next: readonly RelatedNote[]): { head: string; content: string } {
  const site = siteIdentity();
  return {
    head: renderToString(<NoteHead {...entry} siteTitle={site.title} siteUrl={site.url} />),
    content: renderToString(
      <>
        <Article {...entry} />
        <MentionedIn mentions={entry.mentions} />
        <ReadNext notes={next} />
        <Thread {...entry} />
      </>,
    ),
  };
}

/** The page for unsubscribing, in the shell of /404. */
export function unsubscribeHtml(shell: string, props: UnsubscribeProps): string {
  const head = renderToString(
    <>
      <title>{`Mail · ${siteIdentity().title}`}</title>
      <meta name="robots" content="noindex" />
    </>,
  );
  return shellFiller(shell)({ head, content: renderToString(<Unsubscribe {...props} />) });
}

/** The page of any problem, in the shell of /404. */
export function problemHtml(shell: string, problem: ProblemProps): string {
  const head = renderToString(
    <>
      <title>{`${problem.message} · ${siteIdentity().title}`}</title>
      <meta name="robots" content="noindex" />
    </>,
  );
  return shellFiller(shell)({ head, content: renderToString(<Problem {...problem} />) });
}

/** A page of the moderation log, in the shell of /404. */
export function logHtml(shell: string, page: LogPage): string {
  const site = siteIdentity();
  const head = renderToString(
    <>
      <title>{`${page.page === 1 ? 'Moderation log' : `Moderation log, page ${page.page}`} · ${site.title}`}</title>
      <link rel="canonical" href={site.url + paths.moderationLog(page.page)} />
      <meta name="description" content="What moderators decided here, and why." />
    </>,
  );
  return shellFiller(shell)({ head, content: renderToString(<ModerationLog {...page} />) });
}

export { shellFiller };

const form = /^\/note\/detail\/([^/]+)\/[^/.]+(\.md|\/_payload\.json)?$/;

/**
 * The file of a note: its page, its data or its Markdown. Undefined if the address has another form, if the note does not
 * exist, and for a page without `fill`.
 */
export async function noteFile(
  address: string,
  content: Content,
  fill: ReturnType<typeof shellFiller> | undefined,
): Promise<string | undefined> {
  const [, uuid, ending] = form.exec(address) ?? [];
  if (uuid === undefined) return undefined;
  if (ending === '/_payload.json') {
    const path = address.slice(0, -ending.length);
    const data = await payloadOf(content, decodeURIComponent(path));
    return data && JSON.stringify({ path, data });
  }
  const entry = ending || fill ? await content.note(uuid) : undefined;
  if (!entry) return undefined;
  if (ending) return entry.note.visibility === 'public' ? noteMarkdown(entry, siteIdentity().url) : undefined;
  return fill?.(noteMarkup(entry, await content.related(uuid)));
}
