import { send, type Failure } from '../../platform/browser/api.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { paths } from '../../platform/model/paths.ts';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import type { LibraryActionResult, LibraryAction, LibraryItem } from '../model/library.ts';
import { sendOrKeep } from '../../people/browser/outbox.ts';
import { binChanges, failureSentence } from '../../writing/browser/restoring.ts';
import { wordsOf, wordsOfAll } from './action-words.ts';
import { ownIndex } from './own-index.ts';
import type { LibraryEvent } from './library-state.ts';
import { actionsPath, changed, partOf, takeBack, type BareAction } from './unsent-actions.ts';
import { inParts } from '../../platform/model/parts.ts';

/** The notes that an action applies to. Of a large selection, notes that are not loaded are known only by their ids. */
export type Selection = { ids: readonly string[]; items: readonly LibraryItem[] };

export const selectionOf = (item: LibraryItem): Selection => ({ ids: [item.note.uuid], items: [item] });

/** The toast about the last action, while it is shown. */
type ActionToast = {
  id: number;
  words: string;
  done: Set<string>;
  undo: readonly LibraryAction[];
  /** The actions that are not sent yet. */
  kept: readonly LibraryAction[];
};

/** A shown library: how to change and refresh it, and the last toast about it. */
export type ShownLibrary = {
  dispatch: (event: LibraryEvent) => void;
  refresh: () => void;
  toast: { last: ActionToast | undefined };
};

const max = 1000;
/** How many notes are restored in one request, so that a function answers in time. */
export const restoredPerCall = 200;
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
  const actions = doings.flatMap((doing) => slices(doing, ids));
  const { done, refused, undo, failure, kept, why } = await sendAll(actions, items[0]?.note.title);
  // Changed notes may leave the view, and the next key should not act on notes that nobody sees. Others stay selected.
  const mayLeave = doings.some(({ action }) => action !== 'tag' && action !== 'star');
  if (!failure && mayLeave) shown.dispatch({ type: 'deselected', ids });
  // A change that waits to be sent is visible only on this screen.
  if (kept.length < actions.length) bringUpToDate(shown);
  if (failure) {
    const isPart = done.length > 0;
    // Restores the rows as they were: without a network, refreshing would not.
    const before = new Map(items.map((item) => [item.note.uuid, item]));
    const change = (item: LibraryItem) => before.get(item.note.uuid) ?? item;
    if (!isPart) shown.dispatch({ type: 'changed', ids: new Set(ids), change });
    const description = failureSentence(failure, isPart ? partOfAll(done) : undefined);
    const title = isPart ? 'Some notes weren’t changed' : 'That didn’t work';
    toasts.add({ title, description, color: 'danger', timeout: 0 });
  }
  if (refused.length > 0) {
    const reasons = [...new Set(refused.map(({ reason }) => reason))].join(' ');
    const stayed = refused.length === 1 ? 'stayed as it was' : 'stayed as they were';
    const left = ids.length === 1 ? 'That didn’t work' : `${countedOf(refused.length, 'note')} ${stayed}`;
    toasts.add({ title: left, description: reasons, color: 'danger', timeout: 0 });
  }
  // A star alone is visible where it was pressed, and pressing again removes it.
  const isSeen = doings[0]?.action === 'star';
  if (kept.length > 0 || (done.length > 0 && !isSeen)) {
    say(shown, {
      words: wordsOfAll(doings, undo, items, ownIndex.collections),
      icon: doings[0]?.action === 'delete' ? 'trash' : 'check',
      done: new Set([...done, ...kept.flatMap((action) => action.ids)]),
      undo,
      kept,
      title: items[0]?.note.title,
      why,
    });
  }
}

type Said = Omit<ActionToast, 'id'> & { icon: string; title: string | undefined; why: string | undefined };

/** Shows a toast about an action, with a way to undo it. Repeating the same action extends one toast and its undo. */
function say(shown: ShownLibrary, next: Said): void {
  const { toast: shownToast } = shown;
  const { words, icon, why } = next;
  const before = shownToast.last?.words === words ? shownToast.last : undefined;
  const done = new Set([...(before?.done ?? []), ...next.done]);
  const undo = [...next.undo, ...(before?.undo ?? [])];
  const kept = [...next.kept, ...(before?.kept ?? [])];
  const about = done.size === 1 && next.title ? next.title : countedOf(done.size, 'note');
  const toast = {
    title: words,
    icon,
    description: why ?? about,
    actions: undo.length + kept.length > 0 ? [undoing(() => void undoActions(shown, undo, kept))] : [],
  };
  if (before && toasts.update(before.id, toast)) shownToast.last = { id: before.id, words, done, undo, kept };
  else if (before) {
    shownToast.last = undefined;
    say(shown, next);
  } else shownToast.last = { id: toasts.add(toast), words, done, undo, kept };
}

/** Undoes the last action, once any action in progress has ended; false if nothing can be undone. */
export function undoLast(): boolean {
  void underWay?.then(undoLast, undoLast);
  if (underWay) return true;
  return toasts.undo();
}

/** Sends the actions that undo others, takes back the `kept` ones that are not sent yet, and shows the result. */
export async function undoActions(
  shown: Pick<ShownLibrary, 'refresh'>,
  undo: readonly LibraryAction[],
  kept: readonly LibraryAction[] = [],
): Promise<void> {
  const sent = await takeBack(kept);
  const { done, refused, failure, left, why } = await sendAll(undo.flatMap((action) => slices(action, action.ids)));
  bringUpToDate(shown);
  const reason =
    (failure && failureSentence(failure, done.length > 0 ? partOfAll(done) : undefined)) ??
    refused[0]?.reason ??
    (sent.length > 0 ? 'It’s been sent in the meantime. Change it back in the list.' : undefined);
  if (reason === undefined) {
    toasts.add({ title: 'Undone', icon: 'check', ...(why !== undefined && { description: why }) });
    return;
  }
  const again = left.length > 0 ? () => void undoActions(shown, left) : undefined;
  undoFailed(reason, again, { isPart: done.length > 0 });
}

/** Saves a copy of the page of the person's own link, which takes some seconds, and offers to read it. */
export async function getCopy(shown: Pick<ShownLibrary, 'refresh'>, { note }: LibraryItem): Promise<void> {
  const { uuid, title } = note;
  const waiting = toasts.add({ title: 'Getting a copy of the page…', description: title, timeout: 0 });
  const answer = await send('PUT', `/api/notes/${uuid}/copy`);
  toasts.remove(waiting);
  if (answer.ok) {
    bringUpToDate(shown);
    toasts.add({
      title: 'Copy saved',
      icon: 'check',
      description: title,
      actions: [{ label: 'Read', href: paths.copy(uuid) }],
    });
  } else {
    toasts.add({ title: 'There’s no copy', description: failureSentence(answer), color: 'danger', timeout: 0 });
  }
}

/** Refreshes the list, the device's index and an open bin after a change. */
function bringUpToDate(shown: Pick<ShownLibrary, 'refresh'>): void {
  ownIndex.changed();
  shown.refresh();
  binChanges.dispatchEvent(new Event('change'));
}

type Sent = LibraryActionResult & {
  failure?: Failure;
  /** The actions that were not sent after a failure. */
  left: LibraryAction[];
  /** The actions that wait on this device to be sent, and `why`. */
  kept: LibraryAction[];
  why?: string;
};

/** Sends actions one after the other until one fails. `undo` is in the order in which it has to be sent. */
async function sendAll(actions: readonly LibraryAction[], title = ''): Promise<Sent> {
  const all: Sent = { done: [], refused: [], undo: [], left: [], kept: [] };
  for (const [at, body] of actions.entries()) {
    const answer = await sendOrKeep<LibraryActionResult>({
      words: `${wordsOf(body, ownIndex.collections)}: ${body.ids.length > 1 || !title ? countedOf(body.ids.length, 'note') : `“${title}”`}`,
      about: body.ids,
      ...partOf(body),
      call: { method: 'POST', path: actionsPath, body },
    });
    if (!answer.ok && answer.kept) {
      all.kept.unshift(body);
      all.why = answer.problem.detail;
      continue;
    }
    if (!answer.ok) return { ...all, failure: answer, left: actions.slice(at) };
    all.done.push(...answer.data.done);
    all.refused.push(...answer.data.refused);
    all.undo.unshift(...answer.data.undo);
  }
  return all;
}

/** An action on these notes in parts that one request takes, in the order in which they have to be sent. */
function slices(doing: BareAction, ids: readonly string[]): LibraryAction[] {
  // Times and places belong to the ids, of which there are never more than one request takes.
  if (('times' in doing && doing.times) || ('places' in doing && doing.places)) return [{ ...doing, ids: [...ids] }];
  const size = doing.action === 'restore' ? restoredPerCall : max;
  const parts = inParts(ids, size);
  // Notes are put before those that are in a collection, so the last ones go first.
  if (doing.action === 'collect' && doing.after === undefined) parts.reverse();
  return parts.map((some): LibraryAction => ({ ...doing, ids: some }));
}

const partOfAll = (done: readonly string[]) =>
  `only ${countedOf(done.length, 'note')} ${done.length === 1 ? 'was' : 'were'} changed`;

function show({ dispatch }: ShownLibrary, doing: BareAction, ids: ReadonlySet<string>): void {
  if (doing.action === 'delete') return dispatch({ type: 'removed', ids });
  dispatch({ type: 'changed', ids, change: (item) => changed(item, doing) });
}
