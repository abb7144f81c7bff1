import { useState, type MouseEvent } from 'react';
import type { Failure } from '../../platform/browser/api.ts';
import { sentenceFor } from '../../platform/browser/failure.ts';
import { fetchExport, saveExport } from '../../transfer/browser/fetch-export.ts';
import { exportFormats, heldBy, type ExportFormat } from '../../transfer/model/export-formats.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ImportFiles } from '../../transfer/views/ImportFiles.tsx';
import { Imports } from '../../transfer/views/Imports.tsx';
import { ScheduledExport } from '../../transfer/views/ScheduledExport.tsx';

/** Bringing what was saved elsewhere, and taking along what is here. */
export function Carrying() {
  const [turn, setTurn] = useState(0);
  return (
    <div className="grid gap-10">
      <section aria-labelledby="import" className="grid gap-4">
        <h1 id="import" tabIndex={-1} className="m-0!">
          Import
        </h1>
        <ImportFiles onEnd={() => setTurn((last) => last + 1)} />
        <Imports key={turn} />
      </section>
      <section aria-labelledby="export" className="grid gap-4 border-t border-line pt-6">
        <h2 id="export" className="m-0! text-lg! font-semibold">
          Export
        </h2>
        <p className="m-0 text-muted">All your notes, in every state. What you take along stays here too.</p>
        <ul className="m-0 grid list-none gap-3 p-0 sm:grid-cols-2">
          {formats.map((format) => (
            <ExportChoice key={format} format={format} />
          ))}
        </ul>
      </section>
      <ScheduledExport />
    </div>
  );
}

const formats = Object.keys(exportFormats) as ExportFormat[];

/** A way out, with what comes back of it before one takes it. */
function ExportChoice({ format }: { format: ExportFormat }) {
  const { label, says } = exportFormats[format];
  const { holds, leaves } = heldBy(format);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function take(event: MouseEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const whole = await fetchExport(format);
    setBusy(false);
    if (whole.ok) saveExport(whole.data);
    else setFailure(whole);
  }

  return (
    <li className="grid content-between gap-3 rounded-lg border border-line p-4">
      <span className="grid gap-1">
        <span className="font-medium">{label}</span>
        <span className="text-sm text-muted">{says}</span>
        <span className="text-sm text-muted">Holds {holds.join(', ')}.</span>
        {leaves.length > 0 && <span className="text-sm text-muted">Leaves out {leaves.join(', ')}.</span>}
      </span>
      <Button
        href={`/api/export?format=${format}`}
        download
        onClick={(event: MouseEvent) => void take(event)}
        variant="outline"
        color="neutral"
        className="justify-self-start"
        aria-label={`Download: ${label}`}
      >
        {busy ? 'Making it …' : 'Download'}
      </Button>
      {failure && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
    </li>
  );
}
