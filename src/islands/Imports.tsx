import { useRef, useState } from 'react';
import { useAnswer } from '../client/use-answer.ts';
import type { Import, ImportLine } from '../domain/import.ts';
import { paths } from '../domain/paths.ts';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Select } from '../ui/Select.tsx';
import { inWords } from './ImportFiles.tsx';
import { LoadFailure } from './LoadFailure.tsx';

/** The latest imports, each with its report. */
export function Imports() {
  const { answer, again } = useAnswer<{ imports: Import[] }>('/api/imports');
  if (!answer) return <Loading what="Loading your imports" lines={2} />;
  if (!answer.ok) return <LoadFailure failure={answer} again={again} />;
  if (answer.data.imports.length === 0) return null;
  return (
    <section aria-labelledby="imports" className="grid gap-3">
      <h2 id="imports" className="m-0! text-lg! font-semibold">
        What came in
      </h2>
      {answer.data.imports.map((each) => (
        <details key={each.id} className="rounded-lg border border-line px-4 py-3">
          <summary className="cursor-pointer">
            <span className="font-medium break-words">{each.name}</span>
            <span className="block text-sm text-muted">
              {each.format} · {inWords(each)}
              {each.state === 'running' && ' · interrupted: choose the same file to go on'}
            </span>
          </summary>
          <Report id={each.id} />
        </details>
      ))}
    </section>
  );
}

type Lines = { lines: ImportLine[]; total: number };

const page = 100;

function Report({ id }: { id: string }) {
  const [outcome, setOutcome] = useState('');
  const [from, setFrom] = useState(0);
  const lines = useRef<HTMLDivElement>(null);
  const query = new URLSearchParams({ from: String(from), ...(outcome ? { only: outcome } : {}) });
  const { answer, again } = useAnswer<Lines>(`/api/imports/${id}?${query.toString()}`);
  /** The buttons go with the lines that they stand below. */
  const show = (next: number) => {
    lines.current?.focus();
    setFrom(next);
  };
  return (
    <div ref={lines} tabIndex={-1} className="grid gap-3 pt-3 outline-none">
      <Select
        aria-label="Lines of the report"
        value={outcome}
        onChange={(event) => {
          setOutcome(event.target.value);
          setFrom(0);
        }}
      >
        <option value="">Every line</option>
        <option value="refused">Only what was refused</option>
      </Select>
      {!answer && <Loading what="Loading the report" lines={4} />}
      {answer?.ok === false && <LoadFailure failure={answer} again={again} />}
      {answer?.ok && (
        <>
          <ul className="m-0 grid list-none gap-2 p-0" aria-label="Report">
            {answer.data.lines.map((line, at) => (
              <Line key={from + at} {...line} />
            ))}
          </ul>
          {answer.data.lines.length === 0 && <p className="m-0 text-muted">No line of this kind.</p>}
          {answer.data.total > page && (
            <div className="flex gap-3">
              <Button
                size="xs"
                variant="outline"
                color="neutral"
                disabled={from === 0}
                onClick={() => show(from - page)}
              >
                Lines before
              </Button>
              <Button
                size="xs"
                variant="outline"
                color="neutral"
                disabled={from + page >= answer.data.total}
                onClick={() => show(from + page)}
              >
                Lines after
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

const outcomes = { kept: 'Kept', merged: 'Merged', refused: 'Refused' } as const;

function Line({ place, title, url, outcome, uuid, says }: ImportLine) {
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
      {says && <span className="block text-muted">{says}</span>}
    </li>
  );
}
