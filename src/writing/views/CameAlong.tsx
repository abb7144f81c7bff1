import { useState } from 'react';
import { useQuery } from '../../platform/browser/use-query.ts';
import type { Imported, ImportedValue } from '../../notes/model/imported.ts';

/** What came with one's own note when it was imported and has no place in it; nothing where nothing came. */
export function CameAlong({ uuid }: { uuid: string }) {
  const { answer } = useQuery<{ imported: Imported }>(`/api/notes/${uuid}/imported`);
  const [open, setOpen] = useState(false);
  const told = Object.entries(answer?.ok ? answer.data.imported : {});
  if (told.length === 0) return null;
  return (
    <details className="mt-6 border-t border-line pt-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-medium">What came with the import</summary>
      {open && (
        <>
          <p className="mt-2 mb-0 text-sm text-muted">
            Nobody but you sees this. It stays with the note, and goes along in your JSON and Markdown.
          </p>
          <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
            {told.map(([name, value]) => (
              <div key={name} className="contents">
                <dt dir="auto" className="font-medium wrap-anywhere">
                  {name}
                </dt>
                <dd dir="auto" className="m-0 whitespace-pre-wrap text-muted wrap-anywhere">
                  {inWords(value)}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </details>
  );
}

function inWords(value: ImportedValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join('\n') : String(value);
}
