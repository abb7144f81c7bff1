import { z } from 'zod';
import { AppealQuery, AppealView, NewAppeal } from '../model/appeal.ts';
import { Known, Queue, QueueQuery } from '../model/case.ts';
import { AppealDecision, Decision } from '../model/decision.ts';
import { Entry } from '../model/entry.ts';
import { DecisionsPage, LogPage, LogQuery } from '../model/log.ts';
import { NewReport } from '../model/report.ts';
import { Appointment } from '../../people/model/role.ts';
import { badBody, type Operation } from '../../platform/server/http/api-operation.ts';

const Decided = z.object({ entry: Entry });

/** What keeps the place in order, for its readers and for those who moderate. */
export const moderation: Operation[] = [
  {
    method: 'post',
    path: '/api/reports',
    id: 'report',
    summary: 'Report a note or a person to the moderators. Reporting the same again answers 200 and changes nothing.',
    signedIn: true,
    body: NewReport,
    answers: { 201: z.object({ reported: z.literal(true) }), 200: z.object({ reported: z.literal(true) }) },
    problems: [...badBody, 404, 429],
  },
  {
    method: 'get',
    path: '/api/moderation/log',
    id: 'readModerationLog',
    summary: 'What moderators decided and why, newest first.',
    query: LogQuery,
    answers: { 200: LogPage },
    problems: [400],
  },
  {
    method: 'get',
    path: '/api/appeals',
    id: 'readAppeal',
    summary:
      'A decision about you, and your appeal. Who is banned sends the token of the refused sign-in as Appeal-Token.',
    query: AppealQuery,
    answers: { 200: AppealView },
    problems: [400, 401, 404],
  },
  {
    method: 'post',
    path: '/api/appeals',
    id: 'appeal',
    summary: 'Appeal against a decision about you, once.',
    body: NewAppeal,
    answers: { 201: z.object({ appealed: z.literal(true) }) },
    problems: [...badBody, 401, 404, 409, 429],
  },
  {
    method: 'get',
    path: '/api/moderation/queue',
    id: 'readQueue',
    summary: 'What waits for moderators: the oldest of one kind, and how many there are of each.',
    signedIn: true,
    query: QueueQuery,
    answers: { 200: Queue },
    problems: [400, 403],
  },
  {
    method: 'get',
    path: '/api/moderation/decisions',
    id: 'readDecisions',
    summary: 'Everything that was decided, newest first, for moderators.',
    signedIn: true,
    query: LogQuery,
    answers: { 200: DecisionsPage },
    problems: [400, 403],
  },
  {
    method: 'post',
    path: '/api/moderation/decisions',
    id: 'decide',
    summary: 'Decide about a report, a held note, a person or a domain, or take a decision back.',
    signedIn: true,
    body: Decision,
    answers: { 201: Decided },
    problems: [...badBody, 404, 409, 410],
  },
  {
    method: 'post',
    path: '/api/moderation/appeals/{id}',
    id: 'decideAppeal',
    summary: 'Grant the appeal against a decision, or uphold the decision.',
    signedIn: true,
    body: AppealDecision,
    answers: { 201: Decided },
    problems: [...badBody, 404, 409, 410],
  },
  {
    method: 'get',
    path: '/api/moderation/domains',
    id: 'readBannedDomains',
    summary: 'The domains to which nothing may link.',
    signedIn: true,
    answers: { 200: z.object({ domains: z.array(Entry) }) },
    problems: [403],
  },
  {
    method: 'get',
    path: '/api/moderation/people',
    id: 'readModerators',
    summary: 'Who moderates here.',
    signedIn: true,
    answers: { 200: z.object({ people: z.array(Known) }) },
    problems: [403],
  },
  {
    method: 'get',
    path: '/api/moderation/people/{handle}',
    id: 'readPerson',
    summary: 'A person with role and standing, for moderators.',
    signedIn: true,
    answers: { 200: z.object({ person: Known }) },
    problems: [403, 404],
  },
  {
    method: 'put',
    path: '/api/moderation/people/{handle}',
    id: 'appoint',
    summary: 'Give a person a role, as an owner.',
    signedIn: true,
    body: Appointment,
    answers: { 200: z.object({ person: Known }) },
    problems: [...badBody, 404, 409],
  },
];
