import { expect } from 'vitest';
import type { Api, Person } from './api.ts';

/** Calls of someone, and notes that they write. */
export function apiHelpers(api: () => Api) {
  return {
    /** A call, and its answer's body as this call promises it. */
    ask: async <Body>(person: Person | undefined, method: string, path: string, body?: unknown) => {
      const answer = await api().call(method, path, {
        cookie: person?.cookie,
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.status, body: answer.body as unknown as Body, detail: answer.body.detail };
    },
    /** A new note's uuid, once all that follows from writing it is done. */
    write: async (person: Person, fields: object): Promise<string> => {
      const { body, status } = await api().call('POST', '/api/notes', {
        cookie: person.cookie,
        body: { title: 'A note', body: 'Words.', ...fields },
      });
      expect(status).toBe(201);
      await api().settled();
      return body.note?.uuid ?? '';
    },
  };
}
