import { device, stored, type DeviceStorage } from '../../platform/browser/device-storage.ts';
import { visibilities, type NoteFields } from './note-fields.ts';

/**
 * What was typed and not saved, kept on this device. `rev` is the revision that it changes; none for a new note. `id`
 * names the draft of a new note on the server, `version` is the one of the server's that it went on from.
 */
export type Draft = { fields: NoteFields; rev?: number; id?: string; version?: number };

/** The name that a draft of a new note has beside others. */
export const newDraftId = () => `new-${crypto.randomUUID()}`;

/** Where a draft is kept: apart for each person, and for each note or (with its prefilled query) new note. */
export function draftKey(userId: string, note: string): string {
  return `commonplace:draft:${userId}:${note}`;
}

const draftAt = (key: string, storage: DeviceStorage) =>
  stored<Draft>(
    key,
    // A draft that was kept before notes had icons has none.
    (kept) => (isDraft(kept) ? { ...kept, fields: { ...kept.fields, icon: kept.fields.icon ?? null } } : undefined),
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

/** Forgets a draft, and leaves those of other tabs. */
export function dropOwnDraft(key: string, id: string | undefined, storage = device): void {
  dropDraft(placeOf(key, id, storage), storage);
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
    (fields.icon == null || typeof fields.icon === 'string') &&
    (fields.noModel === undefined || typeof fields.noModel === 'boolean') &&
    (!('rev' in value) || typeof value.rev === 'number') &&
    (!('id' in value) || typeof value.id === 'string') &&
    (!('version' in value) || typeof value.version === 'number')
  );
}
