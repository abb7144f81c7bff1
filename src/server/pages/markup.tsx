import { renderToString } from 'react-dom/server';
import type { Problem as ProblemProps } from '../../domain/page-problem.ts';
import type { PublishedNote } from '../../domain/published-note.ts';
import { Article } from '../../reading/Article.tsx';
import { NoteHead } from '../../reading/NoteHead.tsx';
import { Problem } from '../../reading/Problem.tsx';
import { Unsubscribe, type UnsubscribeProps } from '../../reading/Unsubscribe.tsx';
import { filled } from '../../reading/shell.ts';
import { siteIdentity } from '../site.ts';

/** A note's own part of its page: of the head, and of the content. Nothing of it is alive, so it needs no island. */
export function noteMarkup(entry: PublishedNote): { head: string; content: string } {
  const site = siteIdentity();
  return {
    head: renderToString(<NoteHead {...entry} siteTitle={site.title} siteUrl={site.url} />),
    content: renderToString(<Article {...entry} />),
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
  return filled(filled(shell, 'head', head), 'content', renderToString(<Unsubscribe {...props} />));
}

/** The shell of /404 made into the page of any problem. */
export function problemHtml(shell: string, problem: ProblemProps): string {
  const head = renderToString(
    <>
      <title>{`${problem.message} · ${siteIdentity().title}`}</title>
      <meta name="robots" content="noindex" />
    </>,
  );
  return filled(filled(shell, 'head', head), 'content', renderToString(<Problem {...problem} />));
}
