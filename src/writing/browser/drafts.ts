import { device, stored, type DeviceStorage } from '../../platform/browser/device-storage.ts';
import { markOf, visibilities, type NoteFields, sameFields } from './note-fields.ts';
import { detailNames, forEachDetail } from '../../notes/model/details.ts';
import type { StoredDraft } from '../model/draft.ts';
import { tagsRenamed, versionsOf } from '../model/renamed-draft.ts';
import { useCall } from './calls.ts';

/**
 * What was typed and not saved, kept on this device. `rev` is the revision that it changes; none for a new note. `id`
 * names the draft of a new note on the server, `version` is the one of the server's that it went on from. `goesOn` is the
 * saved change that waits on this device to be sent and that it was made from. `sent` marks what was sent to the server
 * last, of which the page may not have lived to see the answer.
 */
export type Draft = {
  fields: NoteFields;
  rev?: number;
  id?: string;
  version?: number;
  goesOn?: string;
  sent?: string;
};

/** The name that a draft of a new note has beside others. */
export const newDraftId = () => `new-${crypto.randomUUID()}`;

/** Where a draft is kept: apart for each person, and for each note or (with its prefilled query) new note. */
export function draftKey(userId: string, note: string): string {
  return `commonplace:draft:${userId}:${note}`;
}

const draftAt = (key: string, storage: DeviceStorage) =>
  stored<Draft>(
    key,
    // A draft that was kept before notes had one of the details says nothing there.
    (kept) =>
      isDraft(kept)
        ? { ...kept, fields: { ...kept.fields, ...forEachDetail((name) => kept.fields[name] ?? null) } }
        : undefined,
    storage,
  );

/** The kept draft, or undefined when there is none, it is damaged, or storage is forbidden. */
export const readDraft = (key: string, storage = device): Draft | undefined => draftAt(key, storage).get();

/** Keeps a draft. False when the device refuses (storage forbidden or full): the text is then only on the page. */
export const keepDraft = (key: string, draft: Draft, storage = device): boolean => draftAt(key, storage).set(draft);

/**
 * Where a draft with an id is kept: in the first place, unless another tab's new note has it. Each note has one place.
 */
function placeOf(key: string, id: string | undefined, storage: DeviceStorage): string {
  const holder = id === undefined ? undefined : readDraft(key, storage)?.id;
  return holder === undefined || holder === id ? key : `${key}:${id}`;
}

/** The draft that waits under a key, or one of another tab that waits beside it. */
export function findDraft(key: string, storage = device): Draft | undefined {
  const beside = storage.keys().filter((name) => name.startsWith(`${key}:`));
  for (const name of [key, ...beside]) {
    const draft = readDraft(name, storage);
    if (draft) return draft;
  }
  return undefined;
}

/** Keeps a draft where no other one is. False when the device refuses. */
export function keepOwnDraft(key: string, draft: Draft, storage = device): boolean {
  return keepDraft(placeOf(key, draft.id, storage), draft, storage);
}

/** Forgets a draft, and leaves those of other tabs, also where one of them went on from it to a later version. */
export function dropOwnDraft(key: string, { id, version }: Pick<Draft, 'id' | 'version'>, storage = device): void {
  const place = placeOf(key, id, storage);
  if ((readDraft(place, storage)?.version ?? 0) <= (version ?? 0)) dropDraft(place, storage);
  if (id !== undefined) dropDraft(`${key}:${id}`, storage);
}

export const dropDraft = (key: string, storage = device): boolean => storage.write(key, undefined);

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('fields' in value)) return false;
  const fields = value.fields as Partial<Record<keyof NoteFields, unknown>> | null;
  return (
    typeof fields === 'object' &&
    fields !== null &&
    [fields.title, fields.url, fields.body, fields.tagText].every((text) => typeof text === 'string') &&
    Array.isArray(fields.tags) &&
    fields.tags.every((tag) => typeof tag === 'string') &&
    typeof fields.visibility === 'string' &&
    Object.hasOwn(visibilities, fields.visibility) &&
    detailNames.every((name) => fields[name] == null || typeof fields[name] === 'string') &&
    (fields.noModel === undefined || typeof fields.noModel === 'boolean') &&
    (!('rev' in value) || typeof value.rev === 'number') &&
    (!('id' in value) || typeof value.id === 'string') &&
    (!('version' in value) || typeof value.version === 'number') &&
    (!('goesOn' in value) || typeof value.goesOn === 'string') &&
    (!('sent' in value) || typeof value.sent === 'string')
  );
}

/** What the form begins with. `other` was typed elsewhere, goes on from nothing here, and must be chosen or refused. */
export type DraftStart = { draft: Draft | undefined; version: number; other?: StoredDraft };

/**
 * Brings together what this device kept, what the server kept, and what is saved: where one goes on from the other, the
 * later one; where both went on by themselves, this device's with the other to choose from.
 */
export function draftStart(local: Draft | undefined, stored: StoredDraft | undefined, saved: NoteFields): DraftStart {
  const here = local && !sameFields(local.fields, saved) ? local : undefined;
  if (!stored) return { draft: here, version: 0 };
  const { version, fields, rev } = stored;
  const there: Draft = { fields, ...(rev === undefined ? {} : { rev }), version };
  if (!here) return { draft: there, version };
  if (here.version === version || here.sent === markOf(fields) || sameFields(here.fields, fields))
    return { draft: here, version };
  const ours = versionsOf(stored).find((then) => then.version === here.version || here.sent === markOf(then.fields));
  const tags = tagsRenamed(stored, ours?.version, here.fields.tags);
  if (tags) return { draft: { ...here, fields: { ...here.fields, tags } }, version };
  return { draft: here, version: here.version ?? 0, other: stored };
}

/**
 * What the form begins with, once the server has said what it keeps under this id; undefined until then. Where it does
 * not answer, this device's draft goes on from where it was. `kept`: the server may keep one.
 */
export function useDraftStart(
  id: string,
  local: Draft | undefined,
  saved: NoteFields,
  kept: boolean,
): DraftStart | undefined {
  const { answer } = useCall('GET /api/drafts/{id}', kept ? { at: { id } } : undefined);
  if (kept && !answer) return undefined;
  const start = draftStart(local, (answer?.ok && answer.data.draft) || undefined, saved);
  return answer && !answer.ok ? { ...start, version: local?.version ?? 0 } : start;
}
