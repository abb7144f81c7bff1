import type { Failure } from '../../platform/browser/api.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import { call, type TagsChanged } from './calls.ts';
import { failureSentence } from './restoring.ts';

type Undo = TagsChanged['undo'];

/** A change of a tag: a new name, merging with an existing tag (`merge`), or removal (null). `below`: the number of nested tags. */
export type Renaming = { from: string; to: string | null; merge: boolean; below: number };

/**
 * Renames a tag in all of the person's notes, with several calls if there are many, and offers to undo it in a toast. Returns
 * why it failed, for the person; changes made until then can be undone too.
 */
export async function renameTag(
  { from, to, merge, below }: Renaming,
  onChanged: () => void,
): Promise<string | undefined> {
  const undo: Undo[] = [];
  const refused: TagsChanged['refused'] = [];
  let [changed, cursor] = [0, null as string | null];
  let failure: Failure | undefined;
  do {
    const body = { from, to, ...(cursor !== null && { cursor }) };
    const answer = await call('POST /api/tags/rename', { body });
    if (!answer.ok) failure = answer;
    else {
      changed += answer.data.changed;
      cursor = answer.data.next;
      undo.push(answer.data.undo);
      refused.push(...answer.data.refused);
    }
  } while (failure === undefined && cursor !== null);
  if (undo.length > 0) {
    const title = to === null ? `Removed #${from}` : merge ? `Merged #${from} into #${to}` : `Renamed to #${to}`;
    toasts.add({
      title,
      icon: 'check',
      description: `${to === null ? 'From' : 'In'} ${countedOf(changed, 'note')}${below > 0 ? `, with the ${below === 1 ? 'tag' : `${below} tags`} below it` : ''}.`,
      actions: [undoing(() => void takeBack(undo, onChanged))],
    });
    onChanged();
  }
  sayRefused(refused);
  return failure && whyNot(failure, changed);
}

async function takeBack(undo: readonly Undo[], onChanged: () => void): Promise<void> {
  // Undoes the last call first; after a failure, trying again continues from there.
  for (const [done, each] of undo.toReversed().entries()) {
    const answer = await call('POST /api/tags/restore', { body: { undo: each } });
    if (answer.ok) {
      sayRefused(answer.data.refused);
      continue;
    }
    const left = undo.slice(0, undo.length - done);
    undoFailed(failureSentence(answer), () => void takeBack(left, onChanged), { isPart: done > 0 });
    return onChanged();
  }
  toasts.add({ title: 'Undone', icon: 'check' });
  onChanged();
}

/** Shows how many notes were not changed, with the first reason. */
function sayRefused(refused: TagsChanged['refused']): void {
  const [first] = refused;
  if (!first) return;
  const title = `${countedOf(refused.length, 'note')} stayed as ${refused.length === 1 ? 'it was' : 'they were'}`;
  toasts.add({ title, description: first.reason, color: 'danger', timeout: 0 });
}

function whyNot(failure: Failure, changed: number): string {
  const [wrong] = failure.problem.errors ?? [];
  if (failure.status === 400 && wrong) return wrong.message;
  if (changed === 0) return failureSentence(failure);
  return `${countedOf(changed, 'note')} changed, then something went wrong. Nothing is lost: try again for the rest.`;
}
