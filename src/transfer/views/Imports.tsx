import { grouped } from '../../platform/model/counted.ts';
import { useRef, useState } from 'react';
import { openModal } from '../../ui/modal/modal.ts';
import { useCall } from '../browser/calls.ts';
import { useUndo } from '../browser/use-import.ts';
import type { Import, ImportLine, UndoLeftover } from '../model/import.ts';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import { DownloadButton } from '../../people/views/DownloadButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { Loading, LoadFailure } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/forms/Field.tsx';
import { inWords, Remarks } from './ImportFiles.tsx';

/** The latest imports, each with its report. */
export function Imports() {
  const { answer, retry } = useCall('GET /api/imports', {});
  if (!answer) return <Loading what="Loading your imports" lines={2} />;
  if (!answer.ok) return <LoadFailure what="your imports" failure={answer} retry={retry} />;
  if (answer.data.imports.length === 0) return null;
  return (
    <section aria-labelledby="imports" className="grid gap-3">
      <h2 id="imports" className="m-0! text-lg! font-semibold">
        Your imports
      </h2>
      {answer.data.imports.map((each) => (
        <OneImport key={each.id} first={each} />
      ))}
    </section>
  );
}

const restsAs: Record<Import['state'], string> = {
  running: ' · not finished: unless it’s still running elsewhere, choose the same file to continue',
  done: '',
  undoing: ' · partly undone',
  undone: ' · undone',
};

function OneImport({ first }: { first: Import }) {
  const { current, busy, failure, undo } = useUndo(first);
  const { id, name, format, state, undone } = current;
  const summary = useRef<HTMLElement>(null);
  const ask = () =>
    openModal(
      Confirm,
      {
        title: 'Undo this import?',
        children: `Notes that “${name}” added go to your bin, where they take up space for ${limits.binDays} days. What it added to other notes is removed. Anything you’ve changed since stays.`,
        yes: 'Undo import',
        no: 'Keep it',
        onYes: async () => {
          void undo();
          return Promise.resolve(undefined);
        },
      },
      // The button that opened the dialog disappears with the import.
      { role: 'alertdialog', returnFocus: () => summary.current },
    );
  return (
    <details className="rounded-lg border border-line px-4 py-3">
      <summary ref={summary} className="cursor-pointer">
        <span className="font-medium break-words">{name}</span>
        <span className="block text-sm text-muted">
          {format} · {inWords(current)}
          {restsAs[state]}
          <Remarks of={current} />
        </span>
      </summary>
      <div className="mt-3 flex flex-wrap gap-3">
        <DownloadButton size="xs" href={`/api/imports/${id}/report`}>
          Download the report
        </DownloadButton>
        {state !== 'undone' && (
          <Button size="xs" variant="outline" color="danger" aria-haspopup="dialog" loading={busy} onClick={ask}>
            Undo this import
          </Button>
        )}
      </div>
      {(busy || state === 'undone') && undone && (
        <Notice title={busy ? 'Undoing the import' : 'Import undone'} className="mt-3">
          {grouped(undone.removed)} removed, {grouped(undone.left)} left because you’ve changed them since. Notes are in{' '}
          <a href={paths.bin}>your bin</a>.
        </Notice>
      )}
      {failure && (
        <Notice kind="danger" title="The import couldn’t be undone" className="mt-3">
          {failure.status === 0 ? 'The server couldn’t be reached. Try again.' : failure.problem.detail}
        </Notice>
      )}
      <Report key={`${state} ${undone?.left ?? 0}`} id={id} />
    </details>
  );
}

const page = 100;

function Report({ id }: { id: string }) {
  const [only, setOnly] = useState<'' | 'aside' | 'refused'>('');
  const [from, setFrom] = useState(0);
  const lines = useRef<HTMLDivElement>(null);
  const query = { from, ...(only && { only }) };
  const { answer, retry } = useCall('GET /api/imports/{id}', { at: { id }, query });
  /** Moves the focus to the list, since the buttons disappear with the lines above them. */
  const show = (next: number) => {
    lines.current?.focus();
    setFrom(next);
  };
  return (
    <div ref={lines} tabIndex={-1} className="grid gap-3 pt-3 outline-none">
      {answer?.ok && answer.data.left && answer.data.left.length > 0 && <Left lines={answer.data.left} />}
      <Select
        aria-label="Show"
        value={only}
        onChange={(event) => {
          setOnly(event.target.value as typeof only);
          setFrom(0);
        }}
      >
        <option value="">Everything</option>
        <option value="refused">Only what was left out, and remarks</option>
        <option value="aside">Only items with more kept alongside</option>
      </Select>
      {!answer && <Loading what="Loading the report" lines={4} />}
      {answer?.ok === false && <LoadFailure what="the report" failure={answer} retry={retry} />}
      {answer?.ok && (
        <>
          <ul className="m-0 grid list-none gap-2 p-0" aria-label="Report">
            {answer.data.lines.map((line, at) => (
              <Line key={from + at} {...line} />
            ))}
          </ul>
          {answer.data.lines.length === 0 && <p className="m-0 text-muted">No entries of this kind in this import.</p>}
          {answer.data.total > page && (
            <div className="flex gap-3">
              <Button
                size="xs"
                variant="outline"
                color="neutral"
                disabled={from === 0}
                onClick={() => show(from - page)}
              >
                Previous
              </Button>
              <Button
                size="xs"
                variant="outline"
                color="neutral"
                disabled={from + page >= answer.data.total}
                onClick={() => show(from + page)}
              >
                Next
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** What undoing left unchanged. */
function Left({ lines }: { lines: UndoLeftover[] }) {
  return (
    <ul className="m-0 grid list-none gap-2 p-0 text-sm" aria-label="Left as it is">
      {lines.map(({ title, uuid, says }) => (
        <li key={`${uuid} ${title}`} className="min-w-0">
          <a href={uuid && paths.item(uuid)} dir="auto" className="break-words">
            {title}
          </a>
          <span className="block text-muted">{says}</span>
        </li>
      ))}
    </ul>
  );
}

const outcomes = { kept: 'Added', merged: 'Merged', refused: 'Left out', noted: 'Remark' } as const;

function Line({ place, title, url, outcome, uuid, with: other, ...line }: ImportLine) {
  const { says, aside, leftOut } = line;
  return (
    <li className="min-w-0 text-sm">
      <span className={outcome === 'refused' ? 'text-danger' : 'text-muted'}>{outcomes[outcome]}</span>{' '}
      <span className="text-muted">({place})</span>{' '}
      {uuid ? (
        <a href={paths.item(uuid)} dir="auto" className="break-words">
          {title}
        </a>
      ) : (
        <span dir="auto" className="break-words">
          {title || url}
        </span>
      )}
      {other !== undefined && other !== title && (
        <span dir="auto" className="block break-words text-muted">
          with “{other}”
        </span>
      )}
      {says && <span className="block text-muted">{says}</span>}
      {aside && <span className="block break-words text-muted">Kept alongside: {aside.join(', ')}</span>}
      {leftOut && <span className="block break-words text-muted">Left out: {leftOut.join(', ')}</span>}
    </li>
  );
}
