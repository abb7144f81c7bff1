import { useState } from 'react';
import { ExportFormats } from '../../transfer/views/ExportFormats.tsx';
import { ImportFiles } from '../../transfer/views/ImportFiles.tsx';
import { Imports } from '../../transfer/views/Imports.tsx';
import { ScheduledExport } from '../../transfer/views/ScheduledExport.tsx';

/** Bringing what was saved elsewhere, and taking along what is here. */
export function ImportAndExport() {
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
        <ExportFormats />
      </section>
      <ScheduledExport />
    </div>
  );
}
