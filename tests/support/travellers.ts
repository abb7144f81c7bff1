import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { writeComment } from '../../src/discussion/server/comments.ts';
import { noteFrom } from '../../src/notes/model/note.ts';
import { createNote, readNote } from '../../src/notes/server/notes.ts';
import type { User } from '../../src/people/model/user.ts';
import { createUser } from '../../src/people/server/store/users.ts';
import { pictureAddress } from '../../src/pictures/model/addresses.ts';
import { keepPicture } from '../../src/pictures/server/pictures.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import { batchesOf } from '../../src/transfer/formats/batches.ts';
import { openFiles } from '../../src/transfer/formats/open-file.ts';
import {
  withPictures,
  withSentPictures,
  type PictureFile,
  type UploadedPicture,
} from '../../src/transfer/formats/uploaded-pictures.ts';
import { ImportPart } from '../../src/transfer/model/import.ts';
import { importFile, openImport } from '../../src/transfer/server/import/import-file.ts';
import { importPart } from '../../src/transfer/server/import/imports.ts';
import { editNote, removeNote } from '../../src/writing/server/notes.ts';
import { keepDraft } from '../../src/writing/server/drafts.ts';
import { drawnPictures, others, type DrawnAccount } from './drawn-accounts.ts';
import { fileOf } from './import-files.ts';
import { pngOf } from './pictures.ts';
import type { TestStore } from './store.ts';

export const now = new Date('2026-11-23T12:00:00.000Z');

/** A person without any data, in an empty store. */
export async function somebody({ redis }: TestStore): Promise<User> {
  await redis.flushall();
  return person(redis, 'ann');
}

export async function person(redis: Redis, handle: string): Promise<User> {
  const user = { id: `u_${handle}`, handle, name: handle, bio: '', createdAt: '2020-01-01T00:00:00.000Z' };
  await createUser(redis, user, null);
  return user;
}

/** Imports a file as a program does. */
export async function bring(redis: Redis, user: User, bytes: Uint8Array): Promise<void> {
  const source = { name: 'file', bytes: Uint8Array.from(bytes), fingerprint: hash('sha256', bytes) };
  const taken = await importFile(redis, user, source, 'kept', () => now);
  expect(taken).toMatchObject({ ok: true });
}

/** Imports a file as the page does: with its pictures. */
export async function bringOnPage(redis: Redis, user: User, bytes: Uint8Array): Promise<void> {
  const files = [fileOf(bytes)];
  const send = async (picture: PictureFile): Promise<UploadedPicture> => {
    const kept = picture.ok && (await keepPicture(redis, 'text', picture.bytes, now));
    return kept ? { address: pictureAddress(kept.name, 960) } : { why: 'It is not a picture.' };
  };
  const opened = async () => {
    const file = await openFiles(files);
    return file.ok ? file : expect.fail(file.why);
  };
  const first = await opened();
  const brought = new Map<string, UploadedPicture>();
  if (first.pictures) {
    for await (const _ of first.items);
    for await (const picture of first.pictures()) brought.set(picture.name, await send(picture));
  }
  const again = await opened();
  const fresh = { name: 'file', format: again.format, size: bytes.length, fingerprint: hash('sha256', bytes) };
  let { import: open } = await openImport(redis, user, { ...fresh, visibility: 'kept' }, { now });
  for await (const { size: _, ...part } of batchesOf(withSentPictures(withPictures(again.items, brought), send), 0)) {
    const taken = await importPart(redis, user, open, ImportPart.parse(JSON.parse(JSON.stringify(part))), now);
    open = taken.ok ? taken.import : expect.fail(taken.reason);
  }
}

/** Lives the life of a drawn account in an empty store, where somebody else lives too. */
export async function lived(store: TestStore, { document, said, renamed, binned }: DrawnAccount): Promise<User> {
  const { redis } = store;
  const ann = await somebody(store);
  const ben = await person(redis, 'ben');
  const by = { uuid: others.note, authorId: ben.id, now: new Date('2021-01-01') };
  await createNote(redis, noteFrom({ title: 'Of Ben', body: 'Text.', tags: [], visibility: 'public' }, by));
  let json = JSON.stringify(document);
  for (const [at, name] of drawnPictures.entries()) {
    const kept = await keepPicture(redis, 'text', await pngOf(40 + at, 30), now);
    json = json.replaceAll(name, kept?.name ?? expect.fail());
  }
  await bring(redis, ann, new TextEncoder().encode(json));
  for (const body of said) {
    const context = { parent: undefined, people: new Map<string, string>() };
    const written = await writeComment(redis, others.note, { body }, context, { authorId: ann.id, now });
    expect(written).toMatchObject({ ok: true });
  }
  const noteAt = async (at: number | null) => {
    const { uuid } = (at === null ? undefined : document.notes[at]) ?? {};
    return uuid === undefined ? undefined : readNote(redis, uuid);
  };
  const found = await noteAt(renamed);
  if (found && 'title' in found) {
    const patch = { rev: found.rev, title: `${found.title} (renamed)` };
    expect(await editNote(redis, found, patch, { author: ann, now, rateScale: 1 })).toMatchObject({ ok: true });
  }
  const gone = await noteAt(binned);
  if (gone) expect(await removeNote(redis, gone, ann.id, now)).toMatchObject({ ok: true });
  const fields = { title: '', url: '', body: 'Not yet.', tags: [], tagText: '', icon: null };
  const draft = { version: 0, fields: { ...fields, visibility: 'private' as const } };
  expect((await keepDraft(redis, ann.id, 'new', draft, now)).kept.ok).toBe(true);
  return ann;
}
