import { session, visitor } from '../../people/server/callers.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import { PublishingState } from '../model/publishing.ts';
import { requestBuild, stateFor } from './publishing.ts';

/** The state of publishing, and publishing now. */
export const publishingRoutes = {
  'GET /api/publish': route({
    id: 'readPublishing',
    summary: 'Get the state of publishing.',
    who: visitor,
    gives: { 200: PublishingState },
    handle: ({ caller }) => stateFor(database(), caller?.user),
  }),

  'POST /api/publish': route({
    id: 'publish',
    summary: 'Ask for a build now.',
    who: session('publish'),
    rate: 'publish',
    gives: { 202: PublishingState },
    problems: [429],
    async handle({ caller: { user } }) {
      const outcome = await requestBuild(database(), environment(), { insist: true, unlimited: user.role === 'owner' });
      if (outcome === 'later') throw tooEarly();
      if (outcome === 'unconfigured' || outcome === 'failed') {
        const why = {
          unconfigured: 'Publishing isn’t set up on this site.',
          failed: 'The build service isn’t answering.',
        };
        const detail = `${why[outcome]} What you saved is safe, and will be published later.`;
        throw new HttpError(503, 'Service Unavailable', detail, { headers: { 'Retry-After': '60' } });
      }
      return stateFor(database(), user);
    },
  }),
} satisfies Routes;

/** Each build costs the site's owner money, and as many were early in a day as the interval itself makes. */
function tooEarly(): HttpError {
  const every = environment().PUBLISH_EVERY;
  const detail = `What you saved is safe. It can’t be published early again today, so it will appear within ${countedOf(every, 'minute')}.`;
  return new HttpError(429, 'Too Many Requests', detail, { headers: { 'Retry-After': String(every * 60) } });
}

export type PublishingCalls = CallsOf<typeof publishingRoutes>;
