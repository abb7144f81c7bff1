import { device, stored } from '../../platform/browser/device-storage.ts';
import { fingerprintOf, visibilities, type NoteFields, sameFields } from './note-fields.ts';
import { detailNames, forEachDetail } from '../../notes/model/details.ts';
import type { StoredDraft } from '../model/draft.ts';
import { tagsRenamed, versionsOf } from '../model/renamed-draft.ts';
import { useCall } from './calls.ts';

/**
 * Unsaved text on this device. `rev` is the revision that it changes; missing for a new note. `id` names the draft of a new
 * note on the server, `version` is the server's version that it is based on. `goesOn` is the id of the unsent change in the
 * outbox that it is based on. `sent` marks the draft that was last sent to the server, whose answer may be lost; with
 * `onServer` it arrived, and nothing is lost if it is removed here. `at`: when it was stored (ISO 8601).
 */
export type Draft = {
  fields: NoteFields;
  rev?: number;
  id?: string;
  version?: number;
  goesOn?: string;
  sent?: string;
  onServer?: boolean;
  at?: string;
};

/** A draft as it is stored on this device: its key and its exact text. */
type KeptDraft = { place: string; text: string; draft: Draft };

/** A name for the draft of a new note, unlike any other. */
export const newDraftId = () => `new-${crypto.randomUUID()}`;

/** The key of a draft: one for each person and note or, for new notes, for each prefilled query. */
export function draftKey(userId: string, note: string): string {
  return `commonplace:draft:${userId}:${note}`;
}

/** The draft in a stored value. Details that did not exist when it was stored become null. */
export function draftFrom(kept: unknown): Draft | undefined {
  if (!isDraft(kept)) return undefined;
  return { ...kept, fields: { ...kept.fields, ...forEachDetail((name) => kept.fields[name] ?? null) } };
}

/**
 * The stored drafts for a key, newest first: several tabs with the same note, or with new notes, store one each. Damaged
 * ones are skipped.
 */
export function keptDrafts(key: string, storage = device): KeptDraft[] {
  const places = [key, ...storage.keys().filter((name) => name.startsWith(`${key}:`))];
  const kept = places.flatMap((place) => {
    const [text, draft] = [storage.read(place), stored(place, draftFrom, storage).get()];
    return text === undefined || !draft ? [] : [{ place, text, draft }];
  });
  return kept.sort((one, other) => (other.draft.at ?? '').localeCompare(one.draft.at ?? ''));
}

/** Deletes a stored draft, unless another tab has changed it since it was read. */
export function dropKept({ place, text }: Pick<KeptDraft, 'place' | 'text'>, storage = device): void {
  if (storage.read(place) === text) storage.write(place, undefined);
}

/**
 * Where one page stores its draft: in the place of the draft that it `began` with, or in another place if another tab has
 * written there. A new note with an id has its own place if `key` is used by another one.
 */
export function draftPlace(key: string, id: string | undefined, began?: KeptDraft, storage = device) {
  // Places that this page added. Another page may have continued there.
  const besides = new Set<string>();
  let [place, text] = [began?.place ?? key, began?.text];
  const isOwn = () => text !== undefined && storage.read(place) === text;
  const isFree = (name: string) => storage.read(name) === undefined || (name === place && isOwn());

  return {
    /** Whether the draft that this page stored last is unchanged. */
    isOwn,
    /** Stores a draft. False if the device refuses (storage forbidden or full): the text is then only on the page. */
    keep(draft: Draft): boolean {
      const free = [place, key, ...(id === undefined ? [] : [`${key}:${id}`])].find(isFree);
      const next = free ?? `${key}:${id ?? 'tab'}:${crypto.randomUUID()}`;
      const written = JSON.stringify(draft);
      if (!storage.write(next, written)) return false;
      if (free === undefined) besides.add(next);
      [place, text] = [next, written];
      return true;
    },
    /** Deletes this page's draft, but not those of other tabs. */
    drop: () => text !== undefined && dropKept({ place, text }, storage),
    /** Deletes this page's additional draft once the server has it. */
    settle: () => text !== undefined && besides.has(place) && dropKept({ place, text }, storage),
  };
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
    detailNames.every((name) => fields[name] == null || typeof fields[name] === 'string') &&
    (fields.noModel === undefined || typeof fields.noModel === 'boolean') &&
    (!('rev' in value) || typeof value.rev === 'number') &&
    (!('id' in value) || typeof value.id === 'string') &&
    (!('version' in value) || typeof value.version === 'number') &&
    (!('goesOn' in value) || typeof value.goesOn === 'string') &&
    (!('onServer' in value) || typeof value.onServer === 'boolean') &&
    (!('sent' in value) || typeof value.sent === 'string') &&
    (!('at' in value) || typeof value.at === 'string')
  );
}

/** A draft from another device or another tab. Old ones of this device have no time. */
export type OtherDraft = Pick<StoredDraft, 'version' | 'rev'> & Pick<Draft, 'fields' | 'goesOn'> & { savedAt?: string };

/** What the form starts with. `other` is a conflicting draft, which the person has to choose or reject. */
export type DraftStart = { draft: Draft | undefined; version: number; other?: OtherDraft };

/**
 * Compares the draft on this device with the server's and with the saved note. If one is based on the other, the later one
 * is used. If both have changed, this device's is used, with the other to choose instead. Drafts of other tabs (`beside`) are
 * offered one at a time.
 */
export function draftStart(
  local: Draft | undefined,
  stored: StoredDraft | undefined,
  saved: NoteFields,
  beside: readonly Draft[] = [],
): DraftStart {
  const start = startFrom(local, stored, saved);
  if (start.other) return start;
  const known = [saved, start.draft?.fields, stored?.fields];
  const other = beside.find(({ fields }) => !known.some((one) => one && sameFields(one, fields)));
  if (!other) return start;
  const { fields, rev, goesOn, at } = other;
  const of = { ...(rev && { rev }), ...(goesOn && { goesOn }), ...(at && { savedAt: at }) };
  return { ...start, other: { version: start.version, fields, ...of } };
}

function startFrom(local: Draft | undefined, stored: StoredDraft | undefined, saved: NoteFields): DraftStart {
  const here = local && !sameFields(local.fields, saved) ? local : undefined;
  if (!stored) return { draft: here, version: 0 };
  const { version, fields, rev } = stored;
  const there: Draft = { fields, ...(rev === undefined ? {} : { rev }), version };
  if (!here) return { draft: there, version };
  if (here.version === version || here.sent === fingerprintOf(fields) || sameFields(here.fields, fields))
    return { draft: here, version };
  const ours = versionsOf(stored).find(
    (then) => then.version === here.version || here.sent === fingerprintOf(then.fields),
  );
  const tags = tagsRenamed(stored, ours?.version, here.fields.tags);
  if (tags) return { draft: { ...here, fields: { ...here.fields, tags } }, version };
  return { draft: here, version: here.version ?? 0, other: stored };
}

/** What the form starts with, and the drafts on this device; the first of these is the one in the form. */
export type FormStart = DraftStart & { kept: readonly KeptDraft[] };

/**
 * What the form starts with, once the server has returned the draft with this id and the outbox its waiting change
 * (`unsent`); undefined until then. If the server does not answer, the draft on this device is used. `asks`: whether the
 * server may have a draft.
 */
export function useDraftStart(
  id: string,
  local: readonly KeptDraft[],
  unsent: Draft | null | undefined,
  saved: NoteFields,
  asks = true,
): FormStart | undefined {
  const { answer } = useCall('GET /api/drafts/{id}', asks ? { at: { id } } : undefined);
  if ((asks && !answer) || unsent === undefined) return undefined;
  // Drafts that equal the saved note come last.
  const isSaved = ({ draft }: KeptDraft) => sameFields(draft.fields, saved);
  const kept = [...local.filter((one) => !isSaved(one)), ...local.filter(isSaved)];
  const [here = unsent ?? undefined, ...beside] = kept.map(({ draft }) => draft);
  const start = draftStart(here, (answer?.ok && answer.data.draft) || undefined, saved, beside);
  if (!answer || answer.ok) return { ...start, kept };
  const version = here?.version ?? 0;
  return { ...start, version, ...(start.other && { other: { ...start.other, version } }), kept };
}
