import { isSignedOut, type Failure } from '../../platform/browser/api.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import type { LibraryActionResult, LibraryAction, LibraryItem } from '../model/library.ts';
import { sendOrKeep } from '../../people/browser/outbox.ts';
import { binChanges } from '../../writing/browser/restoring.ts';
import type { NewUnsent, Unsent } from '../../people/model/outbox.ts';
import type { ReadingChange } from '../../library/model/reading-list.ts';
import { ownIndex } from './own-index.ts';
import type { LibraryEvent } from './library-state.ts';

type Without<One, Key extends PropertyKey> = One extends unknown ? Omit<One, Key> : never;
/** An action without the notes it applies to. */
export type BareAction = Without<LibraryAction, 'ids'>;

/** The notes that an action applies to. Of a large selection, notes that are not loaded are known only by their ids. */
export type Selection = { ids: readonly string[]; items: readonly LibraryItem[] };

export const selectionOf = (item: LibraryItem): Selection => ({ ids: [item.note.uuid], items: [item] });

/** The toast about the last action, while it is shown. */
type ActionToast = { id: number; words: string; done: Set<string>; undo: readonly LibraryAction[] };

/** A shown library: how to change and refresh it, and the last toast about it. */
export type ShownLibrary = {
  dispatch: (event: LibraryEvent) => void;
  refresh: () => void;
  toast: { last: ActionToast | undefined };
};

const max = 1000;
/** The action in progress; its answer contains what undoes it. */
let underWay: Promise<void> | undefined;

/** Applies actions to all chosen notes, a thousand per request, shows the result immediately, and offers to undo it. */
export async function runActions(shown: ShownLibrary, doings: readonly BareAction[], chosen: Selection): Promise<void> {
  const own = (underWay = actNow(shown, doings, chosen));
  await own.finally(() => {
    if (underWay === own) underWay = undefined;
  });
}

async function actNow(shown: ShownLibrary, doings: readonly BareAction[], { ids, items }: Selection): Promise<void> {
  for (const doing of doings) show(shown, doing, new Set(ids));
  const actions = doings.flatMap((doing) => slices(ids).map((some): LibraryAction => ({ ...doing, ids: some })));
  const { done, refused, undo, failure, kept } = await sendAll(actions, items[0]?.note.title);
  // Changed notes may leave the view, and the next key should not act on notes that nobody sees. Others stay selected.
  const mayLeave = doings.some(({ action }) => action !== 'tag' && action !== 'star');
  if (!failure && mayLeave) shown.dispatch({ type: 'deselected', ids });
  // A change that waits to be sent is visible only on this screen.
  if (kept) return void toasts.add({ title: wordsOfAll(doings), icon: 'check', description: kept.problem.detail });
  bringUpToDate(shown);
  if (failure) {
    const isPart = done.length > 0;
    // Restores the rows as they were: without a network, refreshing would not.
    const before = new Map(items.map((item) => [item.note.uuid, item]));
    const change = (item: LibraryItem) => before.get(item.note.uuid) ?? item;
    if (!isPart) shown.dispatch({ type: 'changed', ids: new Set(ids), change });
    const description = sentenceOf(failure, isPart ? `only ${countedOf(done.length, 'note')} were changed` : undefined);
    const title = isPart ? 'Not everything was done' : 'That didn’t work';
    toasts.add({ title, description, color: 'danger', timeout: 0 });
  }
  if (refused.length > 0) {
    const reasons = [...new Set(refused.map(({ reason }) => reason))].join(' ');
    const left = ids.length === 1 ? 'That didn’t work' : `${countedOf(refused.length, 'note')} stayed as they were`;
    toasts.add({ title: left, description: reasons, color: 'danger', timeout: 0 });
  }
  // A star is visible where it was pressed, and pressing again removes it.
  if (done.length > 0 && doings[0]?.action !== 'star') {
    const icon = doings[0]?.action === 'delete' ? 'trash' : 'check';
    say(shown, {
      words: wordsOfAll(doings),
      icon,
      done: new Set(done),
      undo,
      title: items[0]?.note.title,
    });
  }
}

/** Shows a toast about an action, with a way to undo it. Repeating the same action extends one toast and its undo. */
function say(shown: ShownLibrary, next: Omit<ActionToast, 'id'> & { icon: string; title: string | undefined }): void {
  const { toast: shownToast } = shown;
  const { words, icon } = next;
  const before = shownToast.last?.words === words ? shownToast.last : undefined;
  const done = new Set([...(before?.done ?? []), ...next.done]);
  const undo = [...next.undo, ...(before?.undo ?? [])];
  const toast = {
    title: words,
    icon,
    description: done.size === 1 && next.title ? next.title : countedOf(done.size, 'note'),
    actions: undo.length > 0 ? [undoing(() => void undoActions(shown, undo))] : [],
  };
  if (before && toasts.update(before.id, toast)) shownToast.last = { id: before.id, words, done, undo };
  else if (before) {
    shownToast.last = undefined;
    say(shown, next);
  } else shownToast.last = { id: toasts.add(toast), words, done, undo };
}

/** Undoes the last action, once any action in progress has ended; false if nothing can be undone. */
export function undoLast(): boolean {
  void underWay?.then(undoLast, undoLast);
  if (underWay) return true;
  return toasts.undo();
}

/** Sends the actions that undo another, and shows the result. */
export async function undoActions(shown: Pick<ShownLibrary, 'refresh'>, undo: readonly LibraryAction[]): Promise<void> {
  const { refused, failure } = await sendAll(undo);
  bringUpToDate(shown);
  const why = failure ? sentenceOf(failure) : refused.map(({ reason }) => reason)[0];
  if (why === undefined) toasts.add({ title: 'Undone', icon: 'check' });
  else toasts.add({ title: 'Some of it couldn’t be undone', description: why, color: 'danger', timeout: 0 });
}

/** Refreshes the list, the device's index and an open bin after a change. */
function bringUpToDate(shown: Pick<ShownLibrary, 'refresh'>): void {
  ownIndex.changed();
  shown.refresh();
  binChanges.dispatchEvent(new Event('change'));
}

/** Sends actions one after the other until one fails. `undo` is in the order in which it has to be sent. */
async function sendAll(
  actions: readonly LibraryAction[],
  title = '',
): Promise<LibraryActionResult & { failure?: Failure; kept?: Failure }> {
  const all: LibraryActionResult & { kept?: Failure } = { done: [], refused: [], undo: [] };
  for (const body of actions) {
    const answer = await sendOrKeep<LibraryActionResult>({
      words: `${wordsOf(body)}: ${body.ids.length > 1 || !title ? countedOf(body.ids.length, 'note') : `“${title}”`}`,
      about: body.ids,
      ...partOf(body),
      call: { method: 'POST', path: actionsPath, body },
    });
    if (!answer.ok && answer.kept) {
      all.kept = answer;
      continue;
    }
    if (!answer.ok) return { ...all, failure: answer };
    all.done.push(...answer.data.done);
    all.refused.push(...answer.data.refused);
    all.undo.unshift(...answer.data.undo);
  }
  return all;
}

const slices = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / max) }, (_, index) => ids.slice(index * max, (index + 1) * max));

function show({ dispatch }: ShownLibrary, doing: BareAction, ids: ReadonlySet<string>): void {
  if (doing.action === 'delete') return dispatch({ type: 'removed', ids });
  dispatch({ type: 'changed', ids, change: (item) => changed(item, doing) });
}

function changed(item: LibraryItem, doing: BareAction): LibraryItem {
  const { note, reading, collections } = item;
  const fresh = { state: 'toread', progress: 0, favourite: false, changedAt: item.savedAt } as const;
  switch (doing.action) {
    case 'tag':
      return { ...item, note: { ...note, tags: [...new Set([...note.tags, ...doing.tags])] } };
    case 'untag':
      return { ...item, note: { ...note, tags: note.tags.filter((tag) => !doing.tags.includes(tag)) } };
    case 'read':
      return { ...item, reading: doing.state && { ...(reading ?? fresh), state: doing.state } };
    case 'star':
      return { ...item, reading: { ...(reading ?? fresh), favourite: doing.favourite } };
    case 'visibility':
      return note.own ? { ...item, note: { ...note, visibility: doing.visibility } } : item;
    case 'collect':
      return { ...item, collections: [...new Set([...collections, doing.collection])] };
    case 'uncollect':
      return { ...item, collections: collections.filter((id) => id !== doing.collection) };
    default:
      return item;
  }
}

const actionsPath = '/api/library/actions';

/** The part of a note that an action changes; without `part`, the whole note. */
function partOf({ action }: LibraryAction): Pick<NewUnsent, 'part'> {
  if (action === 'delete' || action === 'restore' || action === 'unmerge') return {};
  if (action === 'read' || action === 'star') return { part: 'reading' };
  return { part: action === 'collect' || action === 'uncollect' ? 'collections' : 'note' };
}

/** A row with its unsent changes applied. A row that is to be deleted stays until then: the list keeps its length. */
export function withUnsentChanges(item: LibraryItem, waiting: readonly Unsent[]): LibraryItem {
  let now = item;
  for (const { call } of waiting) {
    const doing = actionOf(call);
    if (doing?.ids.includes(item.note.uuid)) now = changed(now, doing);
  }
  return now;
}

function actionOf({ method, path, body }: Unsent['call']): LibraryAction | undefined {
  if (path === actionsPath) return body as LibraryAction;
  const [, uuid] = /^\/api\/notes\/([^/]+)\/save$/.exec(path) ?? [];
  if (uuid === undefined) return undefined;
  const { state = 'toread', favourite } = (body ?? {}) as ReadingChange;
  if (favourite !== undefined) return { action: 'star', ids: [uuid], favourite };
  return { action: 'read', ids: [uuid], state: method === 'DELETE' ? null : state };
}

const wordsOfAll = (doings: readonly BareAction[]) => [...new Set(doings.map(wordsOf))].join('; ');

const states = { toread: 'To read', reading: 'Reading', archived: 'Archived' };
const seen = { public: 'Published', unlisted: 'Unlisted', private: 'Made private', draft: 'Made a draft' };

/** What was done, as a sentence for a toast. */
function wordsOf(doing: BareAction): string {
  switch (doing.action) {
    case 'tag':
      return `Tagged ${doing.tags.join(', ')}`;
    case 'untag':
      return `Removed the tag ${doing.tags.join(', ')}`;
    case 'read':
      return doing.state ? states[doing.state] : 'Removed from your reading list';
    case 'star':
      return doing.favourite ? 'Starred' : 'No longer starred';
    case 'visibility':
      return seen[doing.visibility];
    case 'collect':
      return 'Added to a collection';
    case 'uncollect':
      return 'Removed from a collection';
    case 'delete':
      return 'Moved to the bin';
    case 'restore':
      return 'Restored';
    case 'unmerge':
      return 'Merge undone';
  }
}

/** Why something failed; `did`: what succeeded nevertheless. */
function sentenceOf(failure: Failure, did?: string): string {
  const { status, problem } = failure;
  const what = did ?? 'nothing was changed';
  if (status === 0) return `The server couldn’t be reached, so ${what}. Try again in a moment.`;
  if (isSignedOut(failure)) return `You’re signed out, so ${what}. Sign in and try again.`;
  const why = problem.detail || problem.title;
  return did === undefined ? why : `Of the notes, ${did}. What stopped the rest: ${why}`;
}
