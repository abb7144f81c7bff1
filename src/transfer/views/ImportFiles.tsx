import { CopiesChoice } from '../../capture/views/CopiesChoice.tsx';
import { countedOf, grouped } from '../../platform/model/counted.ts';
import { useState, type ChangeEvent, type DragEvent, type MouseEvent } from 'react';
import { useImport, chosenFiles, droppedFiles, type ChosenFile } from '../browser/use-import.ts';
import { paths } from '../../platform/model/paths.ts';
import { focusOn, takesFocus } from '../../platform/browser/use-browser.ts';
import type { ImportEnd } from '../browser/import-run.ts';
import type { Import, ImportVisibility } from '../model/import.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { cn } from '../../ui/cn.ts';
import { Field, Select } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

const choices: readonly { value: ImportVisibility; label: string }[] = [
  { value: 'private', label: 'Only me' },
  { value: 'kept', label: 'As in the file, otherwise only me' },
  { value: 'unlisted', label: 'Anyone with the link' },
  { value: 'public', label: 'Everyone' },
];

/** Takes files and folders and imports them. `onEnd` is called when an import ends or stops. */
export function ImportFiles({ onEnd }: { onEnd: () => void }) {
  const [visibility, setVisibility] = useState<ImportVisibility>('private');
  const { progress, end, busy, start, stop, goOn } = useImport(onEnd);
  const [isEarly, setEarly] = useState(false);
  const take = (files: readonly ChosenFile[]) => {
    setEarly(busy);
    if (!busy) start(files, visibility);
  };
  return (
    <>
      <p className="m-0 text-muted">
        Bring bookmarks from any browser or service, exports from reading apps, Markdown notes, or our own exports.
        Importing a file twice adds nothing new. What doesn’t fit into a note is kept alongside it, and the report lists
        what was left out.
      </p>
      <Field label="Who can read the imported notes">
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
      <DropZone busy={busy} take={take} />
      {busy && (
        <div className="grid gap-2">
          <progress
            aria-label="Import"
            max={Math.max(1, progress?.size ?? 1)}
            value={progress ? progress.done : undefined}
            className="h-2 w-full accent-primary"
          />
          <p className="m-0 text-sm text-muted">
            {progress ? `${progress.format}: ${inWords(progress.import)}` : 'Reading the file…'}
          </p>
          {isEarly && <Notice>This import is still running. Drop the other files again once it’s finished.</Notice>}
          <Button variant="outline" color="neutral" className="justify-self-start" onClick={stop}>
            Stop
          </Button>
        </div>
      )}
      {!busy && end && <Ended end={end} goOn={goOn} />}
    </>
  );
}

/** One place to drop files and folders, or to choose them with two fields. */
function DropZone({ busy, take }: { busy: boolean; take: (files: readonly ChosenFile[]) => void }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then((files) => files && take(files));
  };
  // A disabled field would lose the focus, which must be there again when the import has ended.
  const field = {
    type: 'file',
    'aria-disabled': busy,
    className: 'sr-only',
    onClick: (event: MouseEvent) => busy && event.preventDefault(),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const files = chosenFiles(target.files);
      // Cleared, so that the same file can be chosen again: a field that still holds it would report no change.
      target.value = '';
      if (files.length > 0) take(files);
    },
  } as const;
  const look = cn(
    buttonLook({ size: 'sm', variant: 'outline', color: 'neutral' }),
    'outline-offset-2 outline-primary has-focus-visible:outline-2',
    busy && 'cursor-not-allowed opacity-60',
  );
  return (
    <div
      role="group"
      aria-label="Files to import"
      className={cn(
        'grid justify-items-center gap-3 rounded-xl border border-dashed border-line px-4 py-6 text-center',
        over && !busy && 'border-primary bg-primary-soft',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="m-0 pointer-coarse:hidden">Drop files or a folder here, or</p>
      <div className="flex flex-wrap justify-center gap-2">
        <label className={look}>
          <input {...field} multiple />
          Choose files
        </label>
        <label className={look}>
          <input {...field} ref={(input) => input?.setAttribute('webkitdirectory', '')} />
          Choose a folder
        </label>
      </div>
    </div>
  );
}

function Ended({ end, goOn }: { end: ImportEnd; goOn: () => void }) {
  if (end.kind === 'done') {
    return (
      <>
        <Notice title="Import finished">
          {inWords(end.import)}
          <Remarks of={end.import} />
          <a href={paths.user}>Open my library</a>
        </Notice>
        <CopiesChoice />
      </>
    );
  }
  if (end.kind === 'unreadable') {
    return (
      <Notice kind="danger" title="This file couldn’t be read">
        {end.why}
      </Notice>
    );
  }
  if (end.kind === 'undone') {
    return <Notice title="The import was undone">It was undone while it ran, so nothing more was imported.</Notice>;
  }
  const why =
    end.kind === 'elsewhere'
      ? 'The same file is being imported elsewhere: in another tab, or by another program. What’s been imported so far stays.'
      : end.kind === 'stopped'
        ? 'What’s been imported so far stays.'
        : end.failure.status === 0
          ? 'The server couldn’t be reached. What’s been imported so far stays.'
          : `${end.failure.problem.detail} What’s been imported so far stays.`;
  return (
    <Notice kind={end.kind === 'stopped' ? 'info' : 'danger'} title="The import stopped">
      <span>{why} You can also continue later, with the same file.</span>
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
        Continue
      </Button>
    </Notice>
  );
}

/** The result of an import, in a line. */
export function inWords({ kept, merged, refused, aside, besides }: Import): string {
  const more = aside > 0 ? `, ${grouped(aside)} with more kept alongside` : '';
  const what = `, ${grouped(besides)} of these in the reading list, collections and the like`;
  return `${grouped(kept)} added, ${grouped(merged)} merged, ${grouped(refused)} left out${more}${besides > 0 ? what : ''}`;
}

/** Says how many remarks on the file the report has, if any. */
export function Remarks({ of: { noted } }: { of: Import }) {
  if (noted === 0) return null;
  return <span className="block">{countedOf(noted, 'remark')} on the file in the report</span>;
}
