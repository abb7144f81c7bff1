import * as z from 'zod';
import { targetInPath, required } from '../../inbox/server/follows.ts';
import { session, token } from '../../people/server/callers.ts';
import { fullProblem } from '../../platform/server/http/problem.ts';
import { limits } from '../../platform/model/limits.ts';
import { database } from '../../platform/server/database.ts';
import { route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import {
  maxFeedback,
  Feedback,
  FeedbackChange,
  FeedbackKind,
  FeedbackWay,
  ForYouPage,
  WeeklySetting,
} from '../model/for-you.ts';
import { dropFeedback, feedbackOf, feedbackTarget, forYou, putFeedback } from './for-you.ts';
import { beginWeekly, endWeekly, wantsWeekly } from './store/for-you.ts';

const one = 'a tag, a person (by handle or id) or a note (by uuid)';

/** Recommendations, the weekly mail, and feedback. */
export const recommendationRoutes = {
  'GET /api/for-you': route({
    id: 'readForYou',
    summary:
      'List notes chosen for you, best first, each with the reason: from what you’ve saved, voted for, followed and asked for.',
    who: token('read'),
    rate: 'overviews',
    gives: { 200: ForYouPage },
    handle: ({ caller, now }) => forYou(database(), caller.id, now, { count: limits.forYou }),
  }),

  'GET /api/for-you/weekly': route({
    id: 'readWeekly',
    summary: 'Check whether you get the weekly email with notes for you.',
    who: session(),
    gives: { 200: WeeklySetting },
    handle: async ({ caller }) => ({ weekly: await wantsWeekly(database(), caller.user.id) }),
  }),

  'PUT /api/for-you/weekly': route({
    id: 'chooseWeekly',
    summary: 'Turn the weekly email on or off.',
    who: session(),
    body: WeeklySetting,
    maxBytes: 1024,
    gives: { 200: WeeklySetting },
    async handle({ caller: { user }, body: { weekly }, now }) {
      await (weekly ? beginWeekly(database(), user.id, now) : endWeekly(database(), user.id));
      return { weekly };
    },
  }),

  // Programs know feedback as wishes: these addresses, ids and the field stay.
  'GET /api/for-you/wishes': route({
    id: 'listWishes',
    summary: 'List what you’ve asked for more or less of, newest first.',
    who: token('read'),
    gives: { 200: z.object({ wishes: z.array(Feedback) }) },
    handle: async ({ caller }) => ({ wishes: await feedbackOf(database(), caller.id) }),
  }),

  'PUT /api/for-you/wishes/{kind}/{id}': route({
    id: 'wish',
    summary: `Ask for more or less of ${one}.`,
    who: token('write'),
    body: FeedbackChange,
    maxBytes: 1024,
    rate: 'feedback',
    gives: { 200: z.object({ way: FeedbackWay }) },
    problems: [404, 409],
    async handle({ context, caller, body: { way }, now }) {
      const at = targetInPath(FeedbackKind, context);
      const target = required(at.kind, await feedbackTarget(database(), at, caller));
      const put = await putFeedback(database(), caller.id, way, target, now);
      if (!put.ok) throw fullProblem(`asked for more or less of ${maxFeedback} things`);
      return { way };
    },
  }),

  'DELETE /api/for-you/wishes/{kind}/{id}': route({
    id: 'unwish',
    summary: `Take back asking for more or less of ${one}. For what no longer exists, use the id from the list.`,
    who: token('write'),
    gives: { 200: z.object({ way: z.null() }) },
    problems: [404],
    async handle({ context, caller }) {
      const at = targetInPath(FeedbackKind, context);
      const target = await feedbackTarget(database(), at, caller);
      // Something that no longer exists is removed by the id it has in the list.
      await dropFeedback(database(), caller.id, target.ok ? target : at);
      return { way: null };
    },
  }),
} satisfies Routes;

export type RecommendationCalls = CallsOf<typeof recommendationRoutes>;
