import { expect } from 'vitest';
import { startApi, type Api, type Person } from './api.ts';

export let api: Api;
/** A new person for each test. */
export let ada: Person;
let number = 0;

/** Call this in `beforeAll` of a file that uses this module. */
export async function startTagging(): Promise<void> {
  api = await startApi();
}

export async function someoneNew(): Promise<void> {
  ada = await api.signUp(`ada${(number += 1)}`);
}

export async function written(tags: string[], fields: object = {}, by = ada): Promise<string> {
  const body = { title: `With ${tags.join()} ${(number += 1)}`, tags, visibility: 'private', ...fields };
  const answer = await api.call('POST', '/api/notes', { cookie: by.cookie, body });
  return answer.body.note?.uuid ?? `status ${answer.status}`;
}
export async function tagsOf(by = ada): Promise<unknown> {
  const { status, body } = await api.call('GET', '/api/tags', { cookie: by.cookie });
  const { tags } = body as unknown as { tags: { tag: string; notes: number }[] };
  return status === 200 ? tags.map(({ tag, notes }) => `${tag} ${notes}`) : status;
}

export type Changed = {
  changed: number;
  refused: { uuid: string; reason: string }[];
  undo: object[];
  next: string | null;
};
export const post = async (path: string, body: object, by = ada) => {
  const answer = await api.call('POST', path, { cookie: by.cookie, body });
  return { ...answer, body: answer.body as unknown as Changed & { errors?: unknown } };
};
export const rename = (from: string, to: string | null, more: object = {}) =>
  post('/api/tags/rename', { from, to, ...more });
export async function noteOf(uuid: string) {
  const { body } = await api.call('GET', `/api/notes/${uuid}`, { cookie: ada.cookie });
  return body.note;
}
export const tagsOn = async (uuid: string) => (await noteOf(uuid))?.tags;
export async function typed(id: string, tags: string[], rev?: number) {
  const fields = { title: 'T', url: '', body: '', tags, tagText: '', visibility: 'private' };
  const body = { version: 0, fields, ...(rev && { rev }) };
  expect((await api.call('PUT', `/api/drafts/${id}`, { cookie: ada.cookie, body })).status).toBe(200);
}
export async function draftOf(id: string) {
  const { body } = await api.call('GET', `/api/drafts/${id}`, { cookie: ada.cookie });
  return (body as unknown as { draft: { rev?: number; fields: { tags: string[] } } }).draft;
}
