import { useState } from 'react';
import type { ExportFormat } from '../domain/export.ts';
import { Button } from '../ui/Button.tsx';
import { ImportFiles } from './ImportFiles.tsx';
import { Imports } from './Imports.tsx';

const exports: readonly { format: ExportFormat; label: string; says: string }[] = [
  { format: 'json', label: 'Our JSON', says: 'Everything. Brought in again, it gives the same notes.' },
  { format: 'markdown', label: 'Markdown files', says: 'A zip with a file a note, for editors and note programs.' },
  { format: 'netscape', label: 'Bookmarks', says: 'A file that every browser and bookmark service takes.' },
  { format: 'site', label: 'A site', says: 'A zip that opens from disk in a browser, with search and threads.' },
  { format: 'copies', label: 'Your copies', says: 'A zip of the pages whose text you kept, one HTML file each.' },
  { format: 'highlights', label: 'Highlights', says: 'What you highlighted in your copies, as Markdown.' },
  { format: 'highlights-csv', label: 'Highlights as a table', says: 'The same as CSV, for spreadsheets.' },
];

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
          {exports.map(({ format, label, says }) => (
            <li key={format} className="grid content-between gap-3 rounded-lg border border-line p-4">
              <span className="grid gap-1">
                <span className="font-medium">{label}</span>
                <span className="text-sm text-muted">{says}</span>
              </span>
              <Button
                href={`/api/export?format=${format}`}
                download
                variant="outline"
                color="neutral"
                className="justify-self-start"
                aria-label={`Download: ${label}`}
              >
                Download
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
