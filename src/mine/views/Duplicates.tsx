import { useId, useState } from 'react';
import { shortDate } from '../../platform/model/dates.ts';
import { countedOf, grouped } from '../../platform/model/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import { failureSentence } from '../../writing/browser/restoring.ts';
import { visibilities } from '../../writing/browser/note-fields.ts';
import { undoActions } from '../browser/library-actions.ts';
import { call, useCall } from '../browser/use-library.ts';
import type { LibraryItem } from '../model/library.ts';
import { addressOfItem } from './ItemFacts.tsx';

type Group = readonly LibraryItem[];
const nameOf = (group: Group) => group.map(({ note }) => note.uuid).join(' ');

/** Groups of duplicates in the library, to be merged. */
export function Duplicates({ onChange }: { onChange: () => void }) {
  const { answer, retry } = useCall('GET /api/library/duplicates', {});
  const [merged, setMerged] = useState<ReadonlySet<string>>(new Set());
  const left = answer?.ok ? answer.data.total - merged.size : 0;
  const groups = answer?.ok ? answer.data.groups.filter((group) => !merged.has(nameOf(group))) : [];

  function done(group: Group) {
    onChange();
    const next = new Set(merged).add(nameOf(group));
    // After the last group of this answer, the next ones are loaded.
    if (groups.length > 1) return setMerged(next);
    setMerged(new Set());
    retry();
  }

  return (
    <section aria-labelledby="duplicates" className="min-w-0">
      <h1 id="duplicates" tabIndex={-1} className="mt-0! mb-4!">
        Duplicates
      </h1>
      {!answer && <Loading what="Looking for duplicates" lines={6} />}
      {answer && !answer.ok && <LoadFailure what="your duplicates" failure={answer} retry={retry} />}
      {answer?.ok && groups.length === 0 && (
        <EmptyState>No duplicates. Every link and text is here just once.</EmptyState>
      )}
      {groups.length > 0 && (
        <>
          <p className="mt-0 mb-4 text-muted">
            {left === 1 ? 'One link or text' : `${grouped(left)} links and texts`} saved more than once. The one you
            keep takes over the others’ tags, text, highlights, collections and copies; the others go to the bin, with
            the comments below them.
          </p>
          <ul className="m-0 grid list-none gap-4 p-0">
            {groups.map((group) => (
              <GroupRow key={nameOf(group)} group={group} onDone={() => done(group)} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function GroupRow({ group, onDone }: { group: Group; onDone: () => void }) {
  const id = useId();
  const [keep, setKeep] = useState(() => richest(group));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [first] = group;

  async function merge() {
    setBusy(true);
    setFailure(undefined);
    const others = group.map(({ note }) => note.uuid).filter((uuid) => uuid !== keep);
    const answer = await call('POST /api/library/merge', { body: { keep, others } });
    setBusy(false);
    if (!answer.ok) return setFailure(failureSentence(answer));
    const { done, refused, undo } = answer.data;
    if (done.length > 0) {
      toasts.add({
        title: 'Merged',
        icon: 'check',
        description: `${countedOf(done.length, 'note')} moved to the bin`,
        actions: undo.length > 0 ? [undoing(() => void undoActions({ refresh: onDone }, undo))] : [],
      });
    }
    if (refused.length > 0) setFailure([...new Set(refused.map(({ reason }) => reason))].join(' '));
    else onDone();
  }

  return (
    <li className="rounded-lg border border-line p-4">
      <fieldset className="m-0 grid min-w-0 gap-2 border-0 p-0" disabled={busy}>
        <legend className="mb-2 max-w-full truncate p-0 text-sm text-muted">
          {first?.site || 'Identical texts'}: keep which one?
        </legend>
        {group.map((item) => (
          <label key={item.note.uuid} className="flex min-w-0 cursor-pointer items-start gap-3">
            <input
              type="radio"
              name={id}
              className="mt-1.5 size-4 flex-none accent-primary"
              checked={keep === item.note.uuid}
              onChange={() => setKeep(item.note.uuid)}
            />
            <span className="min-w-0">
              <a
                href={addressOfItem(item)}
                dir="auto"
                className="block font-display text-lg leading-snug font-semibold wrap-anywhere"
              >
                {item.note.title}
              </a>
              <span className="text-sm text-muted">{factsOf(item)}</span>
            </span>
          </label>
        ))}
        <div className="flex flex-wrap items-center gap-3 pt-1">
          <Button size="sm" variant="outline" onClick={() => void merge()} disabled={busy}>
            {busy ? 'Merging…' : 'Merge'}
          </Button>
        </div>
      </fieldset>
      {failure !== undefined && <Notice kind="danger">{failure}</Notice>}
    </li>
  );
}

/** The note to keep by default: a public one, whose address is known to others, otherwise the one with the most in it. */
function richest(group: Group): string {
  const weight = ({ note, highlights, copy, excerpt }: LibraryItem) =>
    [note.visibility === 'public' ? 4 : 0, highlights > 0 ? 2 : 0, copy ? 1 : 0, excerpt ? 1 : 0].reduce(
      (sum, one) => sum + one,
    );
  const [best] = group.toSorted((one, other) => weight(other) - weight(one));
  return best?.note.uuid ?? '';
}

function factsOf({ note, savedAt, highlights, copy }: LibraryItem): string {
  return [
    visibilities[note.visibility].label,
    shortDate(savedAt),
    copy && 'with a copy',
    highlights > 0 && countedOf(highlights, 'highlight'),
    note.tags.map((tag) => `#${tag}`).join(' '),
  ]
    .filter(Boolean)
    .join(' · ');
}
