import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AstroIntegration } from 'astro';
import { beginBuild, recordFailure, recordPublished } from '../../../src/publishing/server/store/publishing.ts';
import type { Snapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import { storeId } from '../../../src/platform/server/store/meta.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import { syncPublished } from '../../../src/publishing/server/sync.ts';
import { newBuildId } from '../../build/record.ts';
import type { FunctionHost } from '../functions/functions.ts';
import { isForThisMachine, refusalOf, requestLine, webRequest, addressOfConnection } from '../server/http.ts';
import { answerAfterBody } from '../server/bodies.ts';
import { sendResponse } from '../server/send.ts';
import { type Mailbox, isMailboxPath, mailboxPage } from '../server/mailbox.ts';
import { buildHookPath } from '../server/server.ts';

interface Platform {
  siteUrl: string;
  snapshot: Snapshot;
  host: FunctionHost;
  redis: Redis;
  hookToken: string;
  mailbox: Mailbox | undefined;
}

/** Puts functions and the build hook in front of Astro's development server; a "build" there reads the notes again. */
export function localPlatform({ siteUrl, snapshot, host, redis, hookToken, mailbox }: Platform): AstroIntegration {
  const { origin } = new URL(siteUrl);
  return {
    name: 'local-platform',
    hooks: {
      'astro:config:setup': ({ addMiddleware }) => {
        addMiddleware({ order: 'pre', entrypoint: new URL('./dev-content.ts', import.meta.url) });
      },
      'astro:server:setup': ({ server }) => {
        const refresh = oneAtATime(async () => {
          const buildId = newBuildId(new Date());
          const { head } = await beginBuild(redis, { buildId, now: new Date() });
          try {
            await syncPublished(redis, snapshot, await storeId(redis));
            snapshot.computeRelated();
            snapshot.index();
            await recordPublished(redis, { buildId, revision: head, now: new Date() });
          } catch (error) {
            await recordFailure(redis, { buildId, message: String(error), now: new Date() });
          }
        });
        const answer = async (request: IncomingMessage, response: ServerResponse): Promise<Response | undefined> => {
          // Most requests are for modules, which the platform does not serve.
          if (/^\/(@|src\/|node_modules\/)/.test(request.url ?? '')) return undefined;
          const line = requestLine(request, origin);
          const { pathname } = new URL(line.url);
          const hook = pathname === buildHookPath(hookToken);
          if ((hook || isMailboxPath(pathname)) && !isForThisMachine(request, siteUrl)) {
            return new Response('This is answered on the machine itself.\n', { status: 421 });
          }
          if (hook) {
            void refresh().catch((error: unknown) => console.error(error));
            return new Response(null, { status: 202 });
          }
          const mail = mailbox && (await mailboxPage(mailbox, line));
          if (mail) return mail;
          const match = host.match(line);
          // Only one of the two may read the body: Astro would wait for ever for a body that was read here.
          if (!match || (match.preferStatic && !(await isPageMissing(request)))) return undefined;
          const client = addressOfConnection(request);
          const forFunction = await webRequest(request, response, { origin, client });
          const found = await match.call(forFunction, client);
          return match.preferStatic && found.status >= 400 && found.status !== 410 ? undefined : found;
        };
        server.middlewares.use((request, response, next) => {
          answer(request, response)
            .then((found) => (found ? sendResponse(found, response) : next()))
            .catch((error: unknown) => {
              const refused = refusalOf(error);
              if (!refused) return next(error);
              return answerAfterBody(refused, request).then((sent) => sendResponse(sent, response));
            });
        });
      },
    },
  };
}

/** Whether this is a visit to a page that Astro does not have. */
async function isPageMissing(from: IncomingMessage): Promise<boolean> {
  const visits = from.method === 'GET' && from.headers.accept?.includes('text/html');
  if (!visits) return false;
  const { localPort = 0 } = from.socket;
  // Without Accept, which keeps this request from coming back here.
  const page = await fetch(`http://127.0.0.1:${localPort}${from.url ?? '/'}`, { method: 'HEAD', redirect: 'manual' });
  return page.status === 404;
}

/** Runs one call at a time. While one runs, one more waits, which all further callers share. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = () => {
    running = work().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (!running) return run();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  };
}
