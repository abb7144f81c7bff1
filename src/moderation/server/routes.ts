import { ModeratedPerson, Queue, QueueQuery, NewReport, AppealQuery, AppealView, NewAppeal } from '../model/case.ts';
import { type Role, type User, Appointment } from '../../people/model/user.ts';
import { suspensionOf } from '../../people/model/permissions.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { moderatorIds, putRole, findUserByHandle, readUsers } from '../../people/server/people.ts';
import * as z from 'zod';
import { anyone, moderator, owner, session } from '../../people/server/callers.ts';
import { database } from '../../platform/server/database.ts';
import { reply, route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import { AppealDecision, Decision, Entry, DecisionsPage, LogPage, LogQuery } from '../model/entry.ts';
import { decide, afterDecision, entryUndoneBy } from './decide.ts';
import {
  appeal,
  appealProblem,
  appealView,
  decideAppeal,
  readAppealWithEntry,
  requireAppellant,
  report,
} from './reports-and-appeals.ts';
import { readDecisions, readLog } from './log.ts';
import { decisionProblem } from './planned.ts';
import { bannedDomains } from './store/cases.ts';
import { readQueue } from './store/queue.ts';

/** All moderators, owners first. */
async function moderators(redis: Redis): Promise<ModeratedPerson[]> {
  const users = await readUsers(redis, await moderatorIds(redis));
  return users
    .flatMap((user) => (user?.role ? [ModeratedPerson.parse(user)] : []))
    .sort((one, other) => (other.role ?? '').localeCompare(one.role ?? '') || one.handle.localeCompare(other.handle));
}

/** The person with this handle, with what moderators see. */
async function knownPerson(redis: Redis, handle: string): Promise<ModeratedPerson | undefined> {
  const user = await findUserByHandle(redis, handle.toLowerCase());
  return user && ModeratedPerson.parse(user);
}

type Appointed = { ok: true; person: ModeratedPerson } | { ok: false; reason: 'missing' | 'owned' | 'last' | 'banned' };

/** Gives a person a role. Authors of the initial collection cannot sign in, so they cannot have one. */
async function appoint(redis: Redis, user: User | undefined, role: Role, now: Date): Promise<Appointed> {
  if (user?.email === undefined) return { ok: false, reason: 'missing' };
  if (role !== 'member' && suspensionOf(user, now)) return { ok: false, reason: 'banned' };
  const put = await putRole(redis, user.id, role);
  return put.ok ? { ok: true, person: ModeratedPerson.parse(put.user) } : put;
}

type NotAppointed = Exclude<Appointed, { ok: true }>['reason'];

const nobody = [404, 'Not Found', 'Nobody with this handle can sign in here.'] as const;
const refusals: Record<NotAppointed, readonly [number, string, string]> = {
  missing: nobody,
  owned: nobody,
  banned: [409, 'Conflict', 'Nothing was changed: this person can’t write at the moment.'],
  last: [409, 'Conflict', 'Nothing was changed: the site needs an owner. Appoint another one first.'],
};

/** The error for a refused appointment. */
function appointmentProblem(reason: NotAppointed): HttpError {
  return new HttpError(...refusals[reason]);
}

/** Explanations and reasons are short. */
const maxBytes = 16 * 1024;
const Reported = z.object({ reported: z.literal(true) });
const Decided = z.object({ entry: Entry });
const Person = z.object({ person: ModeratedPerson });

/** Reports, appeals, the log, and the decisions of moderators. */
export const moderationRoutes = {
  'POST /api/reports': route({
    id: 'report',
    summary:
      'Report a note, a comment or a person to the moderators. Reporting the same thing again answers 200 and changes nothing.',
    who: session('report'),
    body: NewReport,
    maxBytes,
    rate: 'reports',
    gives: { 201: Reported, 200: Reported },
    problems: [404],
    async handle({ caller: { user }, body, now }) {
      const reported = await report(database(), body, user.id, now);
      if (reported.ok) return reply(reported.already ? 200 : 201, { reported: true });
      throw reported.reason === 'own'
        ? new HttpError(403, 'Forbidden', 'This is your own. Edit or delete it instead.')
        : new HttpError(404, 'Not Found', 'What you’re reporting isn’t there any more.');
    },
  }),

  'GET /api/moderation/log': route({
    id: 'readModerationLog',
    summary: 'List what moderators have decided and why, newest first.',
    who: anyone,
    query: LogQuery,
    gives: { 200: LogPage },
    handle: ({ query: { page } }) => readLog(database(), page),
  }),

  'GET /api/appeals': route({
    id: 'readAppeal',
    summary:
      'Get a decision about you, and your appeal. If you’re banned, send the token from the refused sign-in as Appeal-Token.',
    who: anyone,
    query: AppealQuery,
    gives: { 200: AppealView },
    problems: [401, 404],
    async handle({ request, query: { about } }) {
      const userId = await requireAppellant(request, request.headers.get('Appeal-Token') ?? undefined);
      const view = await appealView(database(), about, userId);
      if (!view) throw appealProblem('missing');
      return view;
    },
  }),

  'POST /api/appeals': route({
    id: 'appeal',
    summary: 'Appeal once against a decision about you.',
    who: anyone,
    body: NewAppeal,
    maxBytes,
    gives: { 201: z.object({ appealed: z.literal(true) }) },
    problems: [401, 404, 409, 429],
    async handle({ request, body: { token, ...filed }, now }) {
      const userId = await requireAppellant(request, token);
      const appealed = await appeal(database(), filed, userId, now);
      if (!appealed.ok) throw appealProblem(appealed.reason);
      return { appealed: true as const };
    },
  }),

  'GET /api/moderation/queue': route({
    id: 'readQueue',
    summary: 'List what’s waiting for moderators: the oldest of one kind, and how many there are of each.',
    who: moderator(),
    query: QueueQuery,
    gives: { 200: Queue },
    handle: ({ caller, query: { kind } }) => readQueue(database(), kind, caller.user.id),
  }),

  'GET /api/moderation/decisions': route({
    id: 'readDecisions',
    summary: 'List every decision, newest first. For moderators.',
    who: moderator(),
    query: LogQuery,
    gives: { 200: DecisionsPage },
    handle: ({ query: { page } }) => readDecisions(database(), page),
  }),

  'POST /api/moderation/decisions': route({
    id: 'decide',
    summary:
      'Decide about a report, a held note, a person, a domain or a picture (which is removed everywhere, for good), or take a decision back. For moderators.',
    who: moderator('moderate'),
    body: Decision,
    maxBytes,
    reads: ({ body }) => entryUndoneBy(database(), body),
    gives: { 201: Decided },
    problems: [404, 409, 410],
    async handle({ context, caller: { user }, body: decision, read, now }) {
      const decided = await decide(database(), user, decision, now, Promise.resolve(read));
      if (!decided.ok) throw decisionProblem(decided);
      await afterDecision(database(), decided, now, context);
      return { entry: decided.entry };
    },
  }),

  'POST /api/moderation/appeals/{id}': route({
    id: 'decideAppeal',
    summary: 'Grant an appeal, or uphold the decision it’s against. For moderators.',
    who: moderator('moderate'),
    body: AppealDecision,
    maxBytes,
    reads: ({ at }) => readAppealWithEntry(database(), at['id'] ?? ''),
    gives: { 201: Decided },
    problems: [404, 409, 410],
    async handle({ context, caller: { user }, at, body: decision, read, now }) {
      const decided = await decideAppeal(database(), user, at['id'] ?? '', decision, now, read);
      if (!decided.ok) throw decisionProblem(decided);
      await afterDecision(database(), decided, now, context);
      return { entry: decided.entry };
    },
  }),

  'GET /api/moderation/domains': route({
    id: 'readBannedDomains',
    summary: 'List the domains that can’t be linked to.',
    who: moderator(),
    gives: { 200: z.object({ domains: z.array(Entry) }) },
    handle: async () => ({ domains: await bannedDomains(database()) }),
  }),

  'GET /api/moderation/people': route({
    id: 'readModerators',
    summary: 'List the moderators.',
    who: moderator(),
    gives: { 200: z.object({ people: z.array(ModeratedPerson) }) },
    handle: async () => ({ people: await moderators(database()) }),
  }),

  'GET /api/moderation/people/{handle}': route({
    id: 'readPerson',
    summary: 'Get a person’s role and suspension. For moderators.',
    who: moderator(),
    gives: { 200: Person },
    problems: [404],
    async handle({ at }) {
      const person = await knownPerson(database(), at['handle'] ?? '');
      if (!person) throw appointmentProblem('missing');
      return { person };
    },
  }),

  // Only owners give and remove roles; the last owner cannot be removed.
  'PUT /api/moderation/people/{handle}': route({
    id: 'appoint',
    summary: 'Give a person a role. For owners.',
    who: owner,
    body: Appointment,
    maxBytes: 1024,
    reads: ({ at }) => findUserByHandle(database(), (at['handle'] ?? '').toLowerCase()),
    gives: { 200: Person },
    problems: [404, 409],
    async handle({ read: person, body: { role }, now }) {
      const appointed = await appoint(database(), person, role, now);
      if (!appointed.ok) throw appointmentProblem(appointed.reason);
      return { person: appointed.person };
    },
  }),
} satisfies Routes;

export type ModerationCalls = CallsOf<typeof moderationRoutes>;
