import { expect } from 'vitest';
import type { Api, Person } from './api.ts';

/** Sends API calls and writes notes on behalf of a person. */
export function apiHelpers(api: () => Api) {
  return {
    /** Sends a call and types the response body as this call promises it. */
    ask: async <Body>(person: Person | undefined, method: string, path: string, body?: unknown) => {
      const answer = await api().call(method, path, {
        cookie: person?.cookie,
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.status, body: answer.body as unknown as Body, detail: answer.body.detail };
    },
    /** Writes a note and returns its uuid once all background work is done. */
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
