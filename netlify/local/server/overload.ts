import { performance } from 'node:perf_hooks';
import { HttpError, problem } from '../../../src/platform/server/http/problem.ts';

/** How many calls may be under way while the event loop never rests. At some milliseconds each, the last of them waits a tenth of a second. */
const atOnce = 32;
const retrySeconds = 2;

/**
 * Lets calls in while they can be answered in time. More than that are refused at once, which costs hardly anything, so
 * that those who are let in are answered, and everyone is again once the crowd has gone. Calls that only wait, for a page
 * elsewhere or for a model, leave the event loop at rest, and keep nobody out. `isBusy` is an argument for tests.
 */
export function admission({ most: max = atOnce, isBusy = eventLoopIsBusy() } = {}) {
  let underWay = 0;
  return {
    /** Answers the call by `work`, or refuses it. */
    async admit(work: () => Promise<Response>): Promise<Response> {
      if (underWay >= max && isBusy()) return refusal();
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
      }
    },
  };
}

function refusal(): Response {
  const detail = `More is asked than can be answered at the moment. Nothing was changed: try again in ${retrySeconds} seconds.`;
  const headers = { 'Retry-After': String(retrySeconds), 'Cache-Control': 'private, no-store' };
  return problem(new HttpError(503, 'Service Unavailable', detail, { headers }));
}

const windowMs = 200;
const busyShare = 0.9;

/** Whether the event loop worked nearly all of the last window. */
function eventLoopIsBusy(): () => boolean {
  let began = performance.eventLoopUtilization();
  let at = performance.now();
  let busy = false;
  return () => {
    const now = performance.now();
    if (now - at >= windowMs) {
      busy = performance.eventLoopUtilization(began).utilization >= busyShare;
      began = performance.eventLoopUtilization();
      at = now;
    }
    return busy;
  };
}
