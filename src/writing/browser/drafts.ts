import { device, stored } from '../../platform/browser/device-storage.ts';
import { markOf, visibilities, type NoteFields, sameFields } from './note-fields.ts';
import { detailNames, forEachDetail } from '../../notes/model/details.ts';
import type { StoredDraft } from '../model/draft.ts';
import { tagsRenamed, versionsOf } from '../model/renamed-draft.ts';
import { useCall } from './calls.ts';

/**
 * What was typed and not saved, kept on this device. `rev` is the revision that it changes; none for a new note. `id`
 * names the draft of a new note on the server, `version` is the one of the server's that it went on from. `goesOn` is the
 * saved change that waits on this device to be sent and that it was made from. `sent` marks what was sent to the server
 * last, of which the page may not have lived to see the answer. `at`: when it was kept (ISO 8601).
 */
export type Draft = {
  fields: NoteFields;
  rev?: number;
  id?: string;
  version?: number;
  goesOn?: string;
  sent?: string;
  at?: string;
};

/** A draft as it lies on this device: where, and the text there that says it. */
type KeptDraft = { place: string; text: string; draft: Draft };

/** The name that a draft of a new note has beside others. */
export const newDraftId = () => `new-${crypto.randomUUID()}`;

/** Where a draft is kept: apart for each person, and for each note or (with its prefilled query) new note. */
export function draftKey(userId: string, note: string): string {
  return `commonplace:draft:${userId}:${note}`;
}

/** What a device kept as a draft; one that was kept before notes had one of the details says nothing there. */
export function draftFrom(kept: unknown): Draft | undefined {
  if (!isDraft(kept)) return undefined;
  return { ...kept, fields: { ...kept.fields, ...forEachDetail((name) => kept.fields[name] ?? null) } };
}

/**
 * The drafts that wait under a key, the latest first: tabs that type into the same note, or begin new ones, keep one each.
 * What is damaged is none.
 */
export function keptDrafts(key: string, storage = device): KeptDraft[] {
  const places = [key, ...storage.keys().filter((name) => name.startsWith(`${key}:`))];
  const kept = places.flatMap((place) => {
    const [text, draft] = [storage.read(place), stored(place, draftFrom, storage).get()];
    return text === undefined || !draft ? [] : [{ place, text, draft }];
  });
  return kept.sort((one, other) => (other.draft.at ?? '').localeCompare(one.draft.at ?? ''));
}

/** Forgets a draft, unless a tab has typed on in it since it was read. */
export function dropKept({ place, text }: Pick<KeptDraft, 'place' | 'text'>, storage = device): void {
  if (storage.read(place) === text) storage.write(place, undefined);
}

/**
 * Where one page keeps what is typed: in the place of the draft that it `began` with, and beside that once another tab has
 * written there. A new note with an id has its own place where `key` is that of another one.
 */
export function draftPlace(key: string, id: string | undefined, began?: KeptDraft, storage = device) {
  // Another page may have gone on in a place that this one made.
  const besides = new Set<string>();
  let [place, text] = [began?.place ?? key, began?.text];
  const isOwn = () => text !== undefined && storage.read(place) === text;
  const isFree = (name: string) => storage.read(name) === undefined || (name === place && isOwn());

  return {
    /** Whether what this page kept last is still there. */
    isOwn,
    /** Keeps a draft. False when the device refuses (storage forbidden or full): the text is then only on the page. */
    keep(draft: Draft): boolean {
      const free = [place, key, ...(id === undefined ? [] : [`${key}:${id}`])].find(isFree);
      const next = free ?? `${key}:${id ?? 'tab'}:${crypto.randomUUID()}`;
      const written = JSON.stringify(draft);
      if (!storage.write(next, written)) return false;
      if (free === undefined) besides.add(next);
      [place, text] = [next, written];
      return true;
    },
    /** Forgets what this page kept, and leaves what other tabs did. */
    drop: () => text !== undefined && dropKept({ place, text }, storage),
    /** The server has it: beside the draft of another tab it is needed no more. */
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
    (!('sent' in value) || typeof value.sent === 'string') &&
    (!('at' in value) || typeof value.at === 'string')
  );
}

/** What was typed elsewhere: on another device, or in another tab of this one, which may not have said when. */
export type OtherDraft = Pick<StoredDraft, 'version' | 'rev'> & Pick<Draft, 'fields' | 'goesOn'> & { savedAt?: string };

/** What the form begins with. `other` was typed elsewhere, goes on from nothing here, and must be chosen or refused. */
export type DraftStart = { draft: Draft | undefined; version: number; other?: OtherDraft };

/**
 * Brings together what this device kept, what the server kept, and what is saved: where one goes on from the other, the
 * later one; where both went on by themselves, this device's with the other to choose from. Of what other tabs kept
 * `beside`, one at a time is to be chosen from.
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
  if (here.version === version || here.sent === markOf(fields) || sameFields(here.fields, fields))
    return { draft: here, version };
  const ours = versionsOf(stored).find((then) => then.version === here.version || here.sent === markOf(then.fields));
  const tags = tagsRenamed(stored, ours?.version, here.fields.tags);
  if (tags) return { draft: { ...here, fields: { ...here.fields, tags } }, version };
  return { draft: here, version: here.version ?? 0, other: stored };
}

/** The draft that the form begins with, and those of this device: the first is gone on with where it is typed. */
export type Begun = DraftStart & { kept: readonly KeptDraft[] };

/**
 * What the form begins with, once the server has said what it keeps under this id, and the outbox what waits there
 * (`unsent`); undefined until then. Where the server does not answer, this device's draft goes on from where it was.
 * `asks`: the server may keep one.
 */
export function useDraftStart(
  id: string,
  local: readonly KeptDraft[],
  unsent: Draft | null | undefined,
  saved: NoteFields,
  asks = true,
): Begun | undefined {
  const { answer } = useCall('GET /api/drafts/{id}', asks ? { at: { id } } : undefined);
  if ((asks && !answer) || unsent === undefined) return undefined;
  // What says no more than what is saved comes last.
  const isSaved = ({ draft }: KeptDraft) => sameFields(draft.fields, saved);
  const kept = [...local.filter((one) => !isSaved(one)), ...local.filter(isSaved)];
  const [here = unsent ?? undefined, ...beside] = kept.map(({ draft }) => draft);
  const start = draftStart(here, (answer?.ok && answer.data.draft) || undefined, saved, beside);
  if (!answer || answer.ok) return { ...start, kept };
  const version = here?.version ?? 0;
  return { ...start, version, ...(start.other && { other: { ...start.other, version } }), kept };
}
