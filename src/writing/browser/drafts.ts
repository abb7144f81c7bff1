import { visibilities, type NoteFields } from './note-fields.ts';

/**
 * What was typed and not saved, kept on this device. `rev` is the revision that it changes; none for a new note. `id`
 * names the draft of a new note on the server, `version` is the one of the server's that it went on from.
 */
export type Draft = { fields: NoteFields; rev?: number; id?: string; version?: number };

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The name that a draft of a new note has beside others. */
export const newDraftId = () => `new-${crypto.randomUUID()}`;

/** Where a draft is kept: apart for each person, and for each note or (with its prefilled query) new note. */
export function draftKey(userId: string, note: string): string {
  return `commonplace:draft:${userId}:${note}`;
}

/** The kept draft, or undefined when there is none, it is damaged, or storage is forbidden. */
export function readDraft(key: string, shelf = () => localStorage as Shelf): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(shelf().getItem(key) ?? 'null');
    // A draft that was kept before notes had icons has none.
    return isDraft(kept) ? { ...kept, fields: { ...kept.fields, icon: kept.fields.icon ?? null } } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft. False when the device refuses (storage forbidden or full): the text is then only on the page. */
export function keepDraft(key: string, draft: Draft, shelf = () => localStorage as Shelf): boolean {
  try {
    shelf().setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/**
 * Where a draft with an id is kept: in the first place, unless another tab's new note has it. Each note has one place.
 */
function placeOf(key: string, id: string | undefined, shelf: () => Shelf): string {
  const holder = id === undefined ? undefined : readDraft(key, shelf)?.id;
  return holder === undefined || holder === id ? key : `${key}:${id}`;
}

/** The draft that waits under a key, or one of another tab that waits beside it. */
export function findDraft(
  key: string,
  shelf = () => localStorage as Shelf,
  names = () => Object.keys(localStorage),
): Draft | undefined {
  const first = readDraft(key, shelf);
  if (first) return first;
  try {
    const beside = names().filter((name) => name.startsWith(`${key}:`));
    return beside.map((name) => readDraft(name, shelf)).find((draft) => draft !== undefined);
  } catch {
    return undefined;
  }
}

/** Keeps a draft where no other one is. False when the device refuses. */
export function keepOwnDraft(key: string, draft: Draft, shelf = () => localStorage as Shelf): boolean {
  return keepDraft(placeOf(key, draft.id, shelf), draft, shelf);
}

/** Forgets a draft, and leaves those of other tabs. */
export function dropOwnDraft(key: string, id: string | undefined, shelf = () => localStorage as Shelf): void {
  dropDraft(placeOf(key, id, shelf), shelf);
  if (id !== undefined) dropDraft(`${key}:${id}`, shelf);
}

export function dropDraft(key: string, shelf = () => localStorage as Shelf): void {
  try {
    shelf().removeItem(key);
  } catch {
    // Nothing was kept where nothing may be kept.
  }
}

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
