import type { Api, Person } from '../api.ts';

/** Writes, changes and reads comments through the API. */
export function discussionApi(api: () => Api) {
  const say = (by: Person, note: string, body: unknown, parent?: string) =>
    api().call('POST', `/api/notes/${note}/comments`, {
      cookie: by.cookie,
      body: { body, ...(parent ? { parent } : {}) },
    });
  return {
    say,
    /** A new note's uuid. */
    noteBy: async (by: Person, note: object = {}): Promise<string> => {
      const { body } = await api().call('POST', '/api/notes', {
        cookie: by.cookie,
        body: { title: 'A note', ...note },
      });
      if (!body.note) throw new Error(`The note was refused: ${body.detail}`);
      return body.note.uuid;
    },
    /** The comment that was written. */
    said: async (by: Person, note: string, body: string, parent?: string) => {
      const answer = (await say(by, note, body, parent)).body;
      if (!answer.comment) throw new Error(`The comment was refused: ${answer.detail}`);
      return answer.comment;
    },
    thread: (note: string, query = '', by?: Person) =>
      api().call('GET', `/api/notes/${note}/comments${query}`, { cookie: by?.cookie }),
    edit: (by: Person, id: string, body: object) =>
      api().call('PATCH', `/api/comments/${id}`, { cookie: by.cookie, body }),
    remove: (by: Person, id: string) => api().call('DELETE', `/api/comments/${id}`, { cookie: by.cookie }),
    restore: (by: Person, id: string) => api().call('POST', `/api/comments/${id}/restore`, { cookie: by.cookie }),
    /** Depth and text of each comment of the thread, in order. */
    inOrder: async (note: string, query = ''): Promise<string[]> => {
      const { body } = await api().call('GET', `/api/notes/${note}/comments${query}`);
      return (body.comments ?? []).map(({ html, depth, state }) =>
        state === 'shown' ? `${depth} ${html.replace(/<[^>]+>/g, '')}` : `${depth} (${state})`,
      );
    },
  };
}
