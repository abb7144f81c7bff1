import { expect } from 'vitest';
import type { ModeratedPerson, Queue, QueuedCase, QueueKind, AppealView } from '../../src/moderation/model/case.ts';
import type { Entry, DecisionsPage, LogPage } from '../../src/moderation/model/entry.ts';
import type { NewNote, Note } from '../../src/notes/model/note.ts';
import type { Role } from '../../src/people/model/user.ts';
import { putRole } from '../../src/people/server/store/roles.ts';
import { startApi, type ApiResponse, type Api, type Person } from './api.ts';

type Body = ApiResponse['body'] &
  Partial<Queue & AppealView & LogPage & DecisionsPage> & {
    people?: ModeratedPerson[];
    person?: ModeratedPerson;
    domains?: Entry[];
  };
type ModerationAnswer = Omit<ApiResponse, 'body'> & { body: Body };

/** Reports, decisions and appeals through the API, as the pages make them. */
export function moderationOf(api: Api) {
  const call = (method: string, path: string, by?: Person, body?: unknown): Promise<ModerationAnswer> =>
    api.call(method, path, { cookie: by?.cookie, ...(body === undefined ? {} : { body }) });

  return {
    call,
    async withRole(handle: string, role: Role): Promise<Person> {
      const person = await api.signUp(handle);
      await putRole(api.store.redis, person.user.id, role);
      return person;
    },
    async write(by: Person, fields: Partial<NewNote> & { title: string }): Promise<Note> {
      const { body } = await call('POST', '/api/notes', by, fields);
      if (!body.note) throw new Error(`Writing was answered: ${body.detail}`);
      return body.note;
    },
    report: (by: Person | undefined, subject: string, id: string, more: object = {}) =>
      call('POST', '/api/reports', by, { subject, id, reason: 'spam', ...more }),
    async queue(by: Person, kind: QueueKind = 'report'): Promise<Queue> {
      const { status, body } = await call('GET', `/api/moderation/queue?kind=${kind}`, by);
      expect(status, body.detail).toBe(200);
      return body as Queue;
    },
    async caseOf(by: Person, id: string, kind: QueueKind = 'report'): Promise<QueuedCase | undefined> {
      return (await this.queue(by, kind)).cases.find((queued) => queued.case.subject.id === id);
    },
    async decide(by: Person, decision: object): Promise<ModerationAnswer & { entry: Entry }> {
      const answer = await call('POST', '/api/moderation/decisions', by, { reason: 'Against the rules.', ...decision });
      await api.settled();
      return { ...answer, entry: (answer.body as { entry?: Entry }).entry as Entry };
    },
    async decideAppeal(by: Person, about: string, granted: boolean): Promise<ModerationAnswer> {
      const answer = await call('POST', `/api/moderation/appeals/${about}`, by, { granted, reason: 'Read again.' });
      await api.settled();
      return answer;
    },
    appeal: (by: Person, about: string, more: object = {}) =>
      call('POST', '/api/appeals', by, { about, text: 'It is no spam.', ...more }),
    async inboxOf(by: Person): Promise<string> {
      return JSON.stringify((await call('GET', '/api/inbox', by)).body);
    },
  };
}

export type Moderation = ReturnType<typeof moderationOf>;

/** Starts an API with a moderator and two members. */
export async function startPlace() {
  const api = await startApi();
  const place = moderationOf(api);
  const mod = await place.withRole('mod', 'moderator');
  return { api, place, mod, ada: await api.signUp('ada'), ben: await api.signUp('ben') };
}
