import type { CollectedNote, Collection } from '../../src/library/model/collection.ts';
import { examine } from '../../src/maintenance/doctor/doctor.ts';
import { keys } from '../../src/platform/server/store/keys.ts';
import type { Api, Person } from './api.ts';

type Body = {
  collection: Collection;
  collections: Collection[];
  notes: CollectedNote[];
  next: number | null;
  detail: string;
  errors: { path: string; message: string }[];
};

export const collectionPath = ({ id }: { id: string }, uuid?: string) =>
  `/api/collections/${id}${uuid ? `/notes/${uuid}` : ''}`;

/** API calls for collections, as `me` unless another person is given. */
export function collectionApi(api: () => Api, me: () => Person) {
  async function call(method: string, path: string, body?: object, by = me()) {
    const answer = await api().call(method, path, { cookie: by.cookie, ...(body && { body }) });
    return { status: answer.status, body: answer.body as unknown as Body };
  }
  return {
    call,
    write: async (title: string, by = me(), more: object = {}) => {
      const body = { title, body: 'Text.', ...more };
      return (await api().call('POST', '/api/notes', { cookie: by.cookie, body })).body.note?.uuid ?? '';
    },
    make: async (name: string, more: object = {}, by = me()) =>
      (await call('POST', '/api/collections', { name, ...more }, by)).body.collection,
    titles: async (one: { id: string }, by = me()) =>
      (await call('GET', collectionPath(one), undefined, by)).body.notes.map(({ title }) => title),
    named: async (by = me()) =>
      (await call('GET', '/api/collections', undefined, by)).body.collections.map(({ name }) => name),
    faults: async () => (await examine(api().store.redis)).map(({ key, says }) => `${key} ${says}`),
    head: async () => Number((await api().store.redis.get(keys.head)) ?? 0),
  };
}
