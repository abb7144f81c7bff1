import { renderToString } from 'react-dom/server';
import type { Problem as ProblemProps } from '../../domain/page-problem.ts';
import { Problem } from '../../reading/Problem.tsx';
import { filled } from '../../reading/shell.ts';
import { siteIdentity } from '../site.ts';

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
