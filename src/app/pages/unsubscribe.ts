import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { endpoint } from '../../platform/server/http/endpoint.ts';
import { htmlResponse, pageCaching } from '../../platform/server/http/html.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { unsubscribeHtml } from './markup.tsx';
import { problemAnswer, requiredShell } from './page-endpoint.ts';
import { endWeekly } from '../../recommendations/server/weekly.ts';
import { chooseReviewMail } from '../../inbox/server/review-mail.ts';
import { readUnsubscribeToken, type Unsubscription, stopMail } from '../../inbox/server/unsubscribe.ts';

/**
 * Ends mail by the link in it: GET asks, POST does it. Mail programs send the POST themselves (RFC 8058), without a
 * cookie and from anywhere; the signed token is the proof.
 */
export const unsubscribeAnswer = endpoint(
  {
    async GET(request) {
      const { batch } = await allowed(request);
      const shell = await requiredShell(request, '/404.html');
      return htmlResponse(200, unsubscribeHtml(shell, { state: 'ask', batch }), pageCaching.none);
    },

    async POST(request) {
      const { userId, batch } = await allowed(request);
      if (batch === 'weekly') await endWeekly(database(), userId);
      else if (batch === 'review') await chooseReviewMail(database(), userId, 'never', new Date());
      else await stopMail(database(), userId, batch);
      const shell = await requiredShell(request, '/404.html').catch(() => undefined);
      if (shell === undefined) return new Response('This mail has ended.\n', { status: 200 });
      return htmlResponse(200, unsubscribeHtml(shell, { state: 'done', batch }), pageCaching.none);
    },
  },
  problemAnswer,
  { fromAnywhere: true },
);

async function allowed(request: Request): Promise<Unsubscription> {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const read = await readUnsubscribeToken(token, environment().SESSION_SECRET);
  if (read) return read;
  throw new HttpError(
    404,
    'Not Found',
    'Part of this link is missing. Open it from the message again, or sign in and choose under Notifications.',
  );
}
