import { dropUnsent, unsentNow } from '../../people/browser/outbox.ts';
import type { NewUnsent, Unsent } from '../../people/model/outbox.ts';
import type { ReadingChange, ReadingPlace } from '../../library/model/reading-list.ts';
import { addedTags } from '../../writing/model/undone-tags.ts';
import type { LibraryAction, LibraryItem } from '../model/library.ts';

type Without<One, Key extends PropertyKey> = One extends unknown ? Omit<One, Key> : never;
/** An action without the notes it applies to. */
export type BareAction = Without<LibraryAction, 'ids'>;

/** An item as it is after an action, as far as the device knows. `at`: its position among the notes of the action. */
export function changed(item: LibraryItem, doing: BareAction, at = 0): LibraryItem {
  const { note, collections } = item;
  switch (doing.action) {
    case 'tag':
      return { ...item, note: { ...note, tags: addedTags(note.tags, doing.tags, doing.places?.[at]) } };
    case 'untag':
      return { ...item, note: { ...note, tags: note.tags.filter((tag) => !doing.tags.includes(tag)) } };
    case 'read':
      return placed(item, { state: doing.state, ...(doing.favourite !== undefined && { favourite: doing.favourite }) });
    case 'star':
      return placed(item, { favourite: doing.favourite });
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

function placed(item: LibraryItem, to: Partial<ReadingPlace>): LibraryItem {
  const fresh = { state: null, progress: 0, favourite: false, changedAt: item.savedAt };
  const reading = { ...fresh, ...item.reading, ...to };
  return { ...item, reading: reading.state === null && !reading.favourite ? null : reading };
}

export const actionsPath = '/api/library/actions';

/** The part of a note that an action changes; without `part`, the whole note. */
export function partOf({ action }: LibraryAction): Pick<NewUnsent, 'part'> {
  if (action === 'delete' || action === 'restore' || action === 'unmerge') return {};
  if (action === 'read' || action === 'star') return { part: 'reading' };
  return { part: action === 'collect' || action === 'uncollect' ? 'collections' : 'note' };
}

/** A row with its unsent changes applied. A row that is to be deleted stays until then: the list keeps its length. */
export function withUnsentChanges(item: LibraryItem, waiting: readonly Unsent[]): LibraryItem {
  let now = item;
  for (const { call } of waiting) {
    const doing = actionOf(call);
    const at = doing?.ids.indexOf(item.note.uuid) ?? -1;
    if (doing && at >= 0) now = changed(now, doing, at);
  }
  return now;
}

function actionOf({ method, path, body }: Unsent['call']): LibraryAction | undefined {
  if (path === actionsPath) return body as LibraryAction;
  const [, uuid] = /^\/api\/notes\/([^/]+)\/save$/.exec(path) ?? [];
  if (uuid === undefined) return undefined;
  if (method === 'DELETE') return { action: 'read', ids: [uuid], state: null };
  const { state, favourite, progress } = (body ?? {}) as ReadingChange;
  const star = favourite !== undefined && { favourite };
  if (state === undefined && star) return { action: 'star', ids: [uuid], ...star };
  if (state === undefined && progress !== undefined) return undefined;
  return { action: 'read', ids: [uuid], state: state === undefined ? 'toread' : state, ...star };
}

/** Takes back actions that wait to be sent. Returns those that do not wait any more. */
export async function takeBack(actions: readonly LibraryAction[]): Promise<LibraryAction[]> {
  const sent: LibraryAction[] = [];
  for (const action of actions) {
    const body = JSON.stringify(action);
    const found = (await unsentNow()).findLast(({ call }) => JSON.stringify(actionOf(call)) === body);
    if (!found || !(await dropUnsent(found.id))) sent.push(action);
  }
  return sent;
}
