import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ada,
  api,
  draftOf,
  post,
  rename,
  someoneNew,
  startTagging,
  tagsOn,
  typed,
  written,
} from '../../support/tagging.ts';

beforeAll(startTagging);
afterAll(() => api.stop());
beforeEach(someoneNew);

describe('renaming a tag', () => {
  test('applies to unsaved drafts, which then continue from the new revision', async () => {
    const [note, other] = [await written(['web']), await written(['tea'])];
    await typed(note, ['web', 'typed'], 1);
    await typed(other, ['tea', 'web'], 1);
    await typed('new-draft-0001', ['web']);
    const { body } = await rename('web', 'site');
    expect(body.changed).toBe(1);
    expect(await draftOf(note)).toMatchObject({ rev: 2, fields: { tags: ['site', 'typed'] } });
    expect(await draftOf(other)).toMatchObject({ rev: 1, fields: { tags: ['tea', 'site'] } });
    expect((await draftOf('new-draft-0001')).fields.tags).toEqual(['site']);
    await post('/api/tags/restore', { undo: body.undo });
    expect(await draftOf(note)).toMatchObject({ rev: 3, fields: { tags: ['web', 'typed'] } });
    expect((await draftOf(other)).fields.tags).toEqual(['tea', 'web']);
    expect(await tagsOn(other)).toEqual(['tea']);
    expect((await draftOf('new-draft-0001')).fields.tags).toEqual(['web']);
  });

  test('also applies to what is typed into an outdated draft, while any other change elsewhere is a conflict', async () => {
    const id = 'new-draft-0002';
    const fields = (body: string, tags: string[]) => ({
      title: 'T',
      url: '',
      body,
      tags,
      tagText: '',
      visibility: 'private',
    });
    const put = async (version: number, body: string, tags: string[]) => {
      const answer = await api.call('PUT', `/api/drafts/${id}`, {
        cookie: ada.cookie,
        body: { version, fields: fields(body, tags) },
      });
      return { status: answer.status, ...(answer.body as unknown as { version: number; tags: string[] }) };
    };
    await put(0, 'Begun.', ['web', 'tea']);
    await rename('web', 'site');
    await rename('site', 'page');
    expect(await put(1, 'Typed on.', ['web', 'mine'])).toMatchObject({
      status: 200,
      version: 4,
      tags: ['page', 'mine'],
    });
    expect(await draftOf(id)).toMatchObject({ version: 4, fields: { body: 'Typed on.', tags: ['page', 'mine'] } });
    expect((await put(1, 'Typed elsewhere.', ['web'])).status).toBe(409);
    expect(await put(4, 'On.', ['page', 'web'])).toMatchObject({ status: 200, version: 5, tags: ['page', 'web'] });
    // Tags that are removed after the rename was seen stay removed.
    await rename('page', 'leaf');
    expect(await put(6, 'On.', ['web'])).toMatchObject({ status: 200, tags: ['web'] });
    // Saving the note deletes its draft even if a rename has raised the draft's version since.
    await rename('web', 'sheet');
    await api.call('DELETE', `/api/drafts/${id}?version=7`, { cookie: ada.cookie });
    const { body: left } = await api.call('GET', `/api/drafts/${id}`, { cookie: ada.cookie });
    expect(left).toEqual({ draft: null });
  });

  test('applies to a draft that is saved at the same moment', async () => {
    const id = 'new-draft-0003';
    await typed(id, ['web']);
    const fields = { title: 'T', url: '', body: '', tags: ['web'], tagText: '', visibility: 'private' };
    for (let turn = 0; turn < 10; turn += 1) {
      const {
        version,
        fields: {
          tags: [from = ''],
        },
      } = (await draftOf(id)) as unknown as { version: number; fields: { tags: string[] } };
      const body = { version, fields: { ...fields, body: `${turn}`, tags: [from] } };
      const [kept] = await Promise.all([
        api.call('PUT', `/api/drafts/${id}`, { cookie: ada.cookie, body }),
        rename(from, `name-${turn}`),
      ]);
      expect(kept.status).toBe(200);
      expect((await draftOf(id)).fields).toMatchObject({ body: `${turn}`, tags: [`name-${turn}`] });
    }
  });
});
