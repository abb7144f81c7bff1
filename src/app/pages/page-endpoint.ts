import { problemPage, type Problem } from '../../platform/model/page-problem.ts';
import { endpoint, type ErrorAnswer, type Handler } from '../../platform/server/http/endpoint.ts';
import { htmlResponse, pageCaching } from '../../platform/server/http/html.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { problemHtml } from './markup.tsx';
import { shellOf } from './shell.ts';

/** A function that answers a page: what goes wrong is answered as the generic error page, for people to read. */
export function pageEndpoint(handler: Handler) {
  return endpoint({ GET: handler }, problemAnswer);
}

/** How functions whose readers are people word their errors. What is wrong on our side names its request. */
export const problemAnswer: ErrorAnswer = ({ status, detail, extras }, request, requestId) => {
  if (status === 405) return undefined;
  const problem = problemPage(status, detail);
  const isSaid = status < 500 || detail.includes(requestId);
  return problemResponse(request, isSaid ? problem : { ...problem, requestId }, extras.headers);
};

/** The page of a problem, or undefined where the site has no shell for it yet. */
export async function problemResponse(
  request: Request,
  problem: Problem,
  headers: Record<string, string> = {},
): Promise<Response | undefined> {
  const shell = await shellOf(new URL(request.url).origin, '/404.html');
  if (shell === undefined) return undefined;
  const html = problemHtml(shell, problem);
  return htmlResponse(problem.status, html, { ...pageCaching.none, ...headers });
}

/** The shell of a page, or HttpError 503 while there is none. */
export async function requiredShell(request: Request, path: string): Promise<string> {
  const shell = await shellOf(new URL(request.url).origin, path);
  if (shell !== undefined) return shell;
  throw new HttpError(503, 'Service Unavailable', 'The site is being published. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  });
}
