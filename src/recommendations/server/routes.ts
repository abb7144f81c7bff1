import { z } from 'zod';
import { namedBy, required } from '../../inbox/server/target.ts';
import { session, token } from '../../people/server/callers.ts';
import { fullProblem } from '../../platform/server/http/problem.ts';
import { limits } from '../../platform/model/limits.ts';
import { database } from '../../platform/server/database.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { maxFeedback, Feedback, FeedbackChange, FeedbackKind, FeedbackWay } from '../model/feedback.ts';
import { ForYouPage, WeeklySetting } from '../model/page.ts';
import { forYou } from './page.ts';
import { dropFeedback, putFeedback, listFeedback } from './store/feedback.ts';
import { beginWeekly, endWeekly, wantsWeekly } from './store/weekly.ts';
import { validate as isUuid } from 'uuid';
import { addressOf } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import type { User } from '../../people/model/user.ts';
import { targetOf, type Target } from '../../inbox/server/follows.ts';
import { readShown } from './store/for-you.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { openNote } from '../../notes/server/open-note.ts';

const one = 'a tag, a person (by handle or id) or a note (by uuid)';

/** What is chosen for one reader, and what they say of it. */
export const recommendationRoutes = {
  'GET /api/for-you': route({
    id: 'readForYou',
    summary: 'Notes chosen for you, best first, each with why: from what you saved, voted for, follow and asked for.',
    who: token('read'),
    gives: { 200: ForYouPage },
    handle: ({ caller, now }) => forYou(database(), caller.id, now, { count: limits.forYou }),
  }),

  'GET /api/for-you/weekly': route({
    id: 'readWeekly',
    summary: 'Whether you get the best of the week for you by mail.',
    who: session(),
    gives: { 200: WeeklySetting },
    handle: async ({ caller }) => ({ weekly: await wantsWeekly(database(), caller.user.id) }),
  }),

  'PUT /api/for-you/weekly': route({
    id: 'chooseWeekly',
    summary: 'Ask for the weekly mail, or end it.',
    who: session(),
    body: WeeklySetting,
    maxBytes: 1024,
    gives: { 200: WeeklySetting },
    async handle({ caller: { user }, body: { weekly }, now }) {
      await (weekly ? beginWeekly(database(), user.id, now) : endWeekly(database(), user.id));
      return { weekly };
    },
  }),

  'GET /api/for-you/wishes': route({
    id: 'listWishes',
    summary: 'What you asked for more and less of, the newest first.',
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
    rate: 'wishes',
    gives: { 200: z.object({ way: FeedbackWay }) },
    problems: [404, 409],
    async handle({ context, caller, body: { way }, now }) {
      const at = namedBy(FeedbackKind, context);
      const target = required(at.kind, await feedbackTarget(database(), at, caller));
      const put = await putFeedback(database(), caller.id, way, target, now);
      if (!put.ok) throw fullProblem(`asked for more or less of ${maxFeedback} things`);
      return { way };
    },
  }),

  'DELETE /api/for-you/wishes/{kind}/{id}': route({
    id: 'unwish',
    summary: `Take back what you asked for about ${one}, or by the id that the list gives for what is gone.`,
    who: token('write'),
    gives: { 200: z.object({ way: z.null() }) },
    problems: [404],
    async handle({ context, caller }) {
      const at = namedBy(FeedbackKind, context);
      const target = await feedbackTarget(database(), at, caller);
      // What is gone meanwhile is taken back by the id that it has in the list.
      await dropFeedback(database(), caller.id, target.ok ? target : at);
      return { way: null };
    },
  }),
} satisfies Routes;

/** What an address names to want more or less of: a tag, a person by handle or id, a note that this person may read. */
async function feedbackTarget(
  redis: Redis,
  { kind, id }: { kind: FeedbackKind; id: string },
  user: User,
): Promise<Target<FeedbackKind>> {
  if (kind !== 'note') return targetOf(redis, kind, id, user);
  const opened = isUuid(id) ? await openNote(redis, id.toLowerCase(), async () => user.id) : undefined;
  return opened?.ok ? { ok: true, kind, id: opened.note.uuid } : { ok: false, reason: 'missing' };
}

/** What a person asked for, named as they know it, the newest first. What is gone is called so, and can be taken away. */
async function feedbackOf(redis: Redis, userId: string): Promise<Feedback[]> {
  const feedback = await listFeedback(redis, userId);
  const idsOf = (kind: FeedbackKind) => feedback.flatMap((feedback) => (feedback.kind === kind ? [feedback.id] : []));
  const { named, people } = await readShown(redis, userId, {
    notes: [],
    named: idsOf('note'),
    people: idsOf('person'),
  });
  return feedback.map((feedback): Feedback => {
    if (feedback.kind === 'tag') return { ...feedback, name: `#${feedback.id}`, path: paths.tag(feedback.id) };
    const note = named.get(feedback.id);
    if (note) return { ...feedback, name: note.title, path: addressOf(note) };
    const person = people.get(feedback.id);
    if (person) return { ...feedback, name: person.name || `@${person.handle}`, path: paths.person(person.handle) };
    return { ...feedback, name: feedback.kind === 'note' ? 'A note that is gone' : 'Someone who is gone', path: null };
  });
}
