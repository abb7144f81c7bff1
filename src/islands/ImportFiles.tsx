import { useState, type ChangeEvent, type MouseEvent } from 'react';
import { focusOn, takesFocus } from '../client/focus.ts';
import type { ImportEnd } from '../client/import-run.ts';
import { useImport } from '../client/use-import.ts';
import type { Import, ImportVisibility } from '../domain/import.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Select } from '../ui/Select.tsx';

const choices: readonly { value: ImportVisibility; label: string }[] = [
  { value: 'private', label: 'Only me' },
  { value: 'kept', label: 'As the file says; else only me' },
  { value: 'unlisted', label: 'Anyone with the link' },
  { value: 'public', label: 'Everyone' },
];

/** Chooses a file or a folder and brings it in. `onEnd` is called when an import rests. */
export function ImportFiles({ onEnd }: { onEnd: () => void }) {
  const [visibility, setVisibility] = useState<ImportVisibility>('private');
  const { progress, end, busy, start, stop, goOn } = useImport(onEnd);
  const choose = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // The same file can be chosen again: a field that still holds it would not say so.
    input.value = '';
    if (files.length > 0 && !busy) start(files, visibility);
  };
  // A field that is disabled would lose the focus, which belongs there again when the import has ended.
  const resting = {
    type: 'file',
    'aria-disabled': busy,
    className: 'aria-disabled:cursor-not-allowed aria-disabled:bg-sunken aria-disabled:text-muted',
    onClick: (event: MouseEvent) => busy && event.preventDefault(),
    onChange: (event: ChangeEvent<HTMLInputElement>) => choose(event.target),
  } as const;
  return (
    <>
      <p className="m-0 text-muted">
        Bookmarks of any browser or service, Pocket, Instapaper, Raindrop.io, Readwise Reader, Omnivore, wallabag,
        Karakeep, Markdown files, and our own exports. The same file twice adds nothing.
      </p>
      <Field label="Who can read what comes in">
        {(control) => (
          <Select
            {...control}
            value={visibility}
            onChange={(event) => setVisibility(event.target.value as ImportVisibility)}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="File">{(control) => <Input {...control} {...resting} />}</Field>
        <Field label="Or a folder of Markdown files">
          {(control) => <Input {...control} {...resting} ref={(input) => input?.setAttribute('webkitdirectory', '')} />}
        </Field>
      </div>
      {busy && (
        <div className="grid gap-2">
          <progress
            aria-label="Import"
            max={Math.max(1, progress?.size ?? 1)}
            value={progress ? progress.read : undefined}
            className="h-2 w-full accent-primary"
          />
          <p className="m-0 text-sm text-muted">
            {progress ? `${progress.format}: ${inWords(progress.import)}` : 'Reading the file…'}
          </p>
          <Button variant="outline" color="neutral" className="justify-self-start" onClick={stop}>
            Stop
          </Button>
        </div>
      )}
      {!busy && end && <Ended end={end} goOn={goOn} />}
    </>
  );
}

function Ended({ end, goOn }: { end: ImportEnd; goOn: () => void }) {
  if (end.kind === 'done') return <Notice title="The import is finished">{inWords(end.import)}</Notice>;
  if (end.kind === 'unreadable') {
    return (
      <Notice kind="danger" title="This file could not be read">
        {end.why}
      </Notice>
    );
  }
  const why =
    end.kind === 'stopped'
      ? 'What came in so far stays.'
      : end.failure.status === 0
        ? 'The server could not be reached. What came in so far stays.'
        : `${end.failure.problem.detail} What came in so far stays.`;
  return (
    <Notice kind={end.kind === 'stopped' ? 'info' : 'danger'} title="The import has stopped">
      <span>{why} You can go on now, or later with the same file.</span>
      <Button
        ref={end.kind === 'stopped' ? takesFocus : undefined}
        size="xs"
        variant="outline"
        color="neutral"
        className="justify-self-start"
        onClick={() => {
          focusOn('import');
          goOn();
        }}
      >
        Go on
      </Button>
    </Notice>
  );
}

/** What has come of an import, in a line. */
export function inWords({ kept, merged, refused }: Import): string {
  const count = (number: number) => number.toLocaleString('en');
  return `${count(kept)} kept, ${count(merged)} merged, ${count(refused)} refused`;
}
