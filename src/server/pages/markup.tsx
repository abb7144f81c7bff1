import { renderToString } from 'react-dom/server';
import type { LogPage } from '../../domain/moderation/log.ts';
import type { Problem as ProblemProps } from '../../domain/page-problem.ts';
import type { PublishedNote } from '../../domain/published-note.ts';
import type { RelatedNote } from '../../domain/related.ts';
import { paths } from '../../domain/paths.ts';
import { Article } from '../../reading/Article.tsx';
import { ModerationLog } from '../../reading/ModerationLog.tsx';
import { ReadNext } from '../../reading/ReadNext.tsx';
import { NoteHead } from '../../reading/NoteHead.tsx';
import { Problem } from '../../reading/Problem.tsx';
import { Thread } from '../../reading/Thread.tsx';
import { Unsubscribe, type UnsubscribeProps } from '../../reading/Unsubscribe.tsx';
import { fillerOf } from '../../reading/shell.ts';
import { siteIdentity } from '../site.ts';

/** A note's own part of its page: of the head, and of the content. Nothing of it is alive, so it needs no island. */
export function noteMarkup(entry: PublishedNote, next: readonly RelatedNote[]): { head: string; content: string } {
  const site = siteIdentity();
  return {
    head: renderToString(<NoteHead {...entry} siteTitle={site.title} siteUrl={site.url} />),
    content: renderToString(
      <>
        <Article {...entry} />
        <ReadNext notes={next} />
        <Thread {...entry} />
      </>,
    ),
  };
}

/** The shell of /404 made into the page behind the link that ends mail. */
export function unsubscribeHtml(shell: string, props: UnsubscribeProps): string {
  const head = renderToString(
    <>
      <title>{`Mail · ${siteIdentity().title}`}</title>
      <meta name="robots" content="noindex" />
    </>,
  );
  return fillerOf(shell)({ head, content: renderToString(<Unsubscribe {...props} />) });
}

/** The shell of /404 made into the page of any problem. */
export function problemHtml(shell: string, problem: ProblemProps): string {
  const head = renderToString(
    <>
      <title>{`${problem.message} · ${siteIdentity().title}`}</title>
      <meta name="robots" content="noindex" />
    </>,
  );
  return fillerOf(shell)({ head, content: renderToString(<Problem {...problem} />) });
}

/** The shell of /404 made into a page of the moderation log. */
export function logHtml(shell: string, page: LogPage): string {
  const site = siteIdentity();
  const head = renderToString(
    <>
      <title>{`${page.page === 1 ? 'Moderation log' : `Moderation log, page ${page.page}`} · ${site.title}`}</title>
      <link rel="canonical" href={site.url + paths.moderationLog(page.page)} />
      <meta name="description" content="What moderators decided here, and why." />
    </>,
  );
  return fillerOf(shell)({ head, content: renderToString(<ModerationLog {...page} />) });
}
