import { useState, type MouseEvent } from 'react';
import { type Failure, sentenceFor } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { fetchExport, exportProgressText, saveExport } from '../browser/fetch-export.ts';
import { exportFormats, formatCoverage, type ExportFormat } from '../model/export-formats.ts';

const formats = Object.keys(exportFormats) as ExportFormat[];

/** Every export format, one row each. On a narrow screen, what it keeps stands below what it is for. */
export function ExportFormats() {
  const [busy, setBusy] = useState<ExportFormat>();
  const [making, setMaking] = useState('');
  const [failed, setFailed] = useState<{ format: ExportFormat; failure: Failure }>();

  async function take(event: MouseEvent, format: ExportFormat) {
    event.preventDefault();
    if (busy) return;
    setBusy(format);
    setFailed(undefined);
    const whole = await fetchExport(format, (made) => setMaking(exportProgressText(made)));
    setBusy(undefined);
    setMaking('');
    if (whole.ok) saveExport(whole.data);
    else setFailed({ format, failure: whole });
  }

  return (
    <div className="grid gap-4">
      <table aria-labelledby="export" className="w-full border-collapse text-sm">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line text-start text-muted">
            <th scope="col" className="py-2 pe-4 text-start font-medium">
              Format
            </th>
            <th scope="col" className="py-2 pe-4 text-start font-medium">
              Keeps
            </th>
            <th scope="col">
              <span className="sr-only">Download</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {formats.map((format) => {
            const { label, says, keeps } = exportFormats[format];
            return (
              <tr
                key={format}
                className="border-b border-line max-sm:grid max-sm:gap-x-4 max-sm:min-[22rem]:grid-cols-[1fr_auto] max-sm:py-3"
              >
                <th scope="row" className="text-start align-baseline font-normal sm:py-3 sm:pe-4">
                  <span className="block text-base font-medium">{label}</span>
                  <span className="block text-muted">{says}</span>
                </th>
                <td className="align-baseline text-muted max-sm:row-start-2 sm:py-3 sm:pe-4">
                  <span className="sm:hidden">Keeps: </span>
                  {keeps}
                </td>
                <td className="align-baseline max-[22rem]:pt-2 max-sm:min-[22rem]:row-span-2 sm:py-3 sm:text-end">
                  <Button
                    href={`/api/export?format=${format}`}
                    download
                    onClick={(event: MouseEvent) => void take(event, format)}
                    variant="outline"
                    color="neutral"
                    size="xs"
                    aria-label={`Download: ${label}`}
                  >
                    {busy === format ? 'Preparing…' : 'Download'}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p role="status" className="m-0 text-sm text-muted empty:hidden">
        {making}
      </p>
      {failed && (
        <Notice kind="danger">
          {exportFormats[failed.format].label}: {sentenceFor(failed.failure, new Date())}
        </Notice>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer py-3 text-muted">Exactly what each format includes</summary>
        <dl className="m-0 grid gap-3 pt-2">
          {formats.map((format) => (
            <InFull key={format} format={format} />
          ))}
        </dl>
      </details>
    </div>
  );
}

/** What a format keeps and leaves out, part by part. */
function InFull({ format }: { format: ExportFormat }) {
  const { holds, leaves } = formatCoverage(format);
  return (
    <div>
      <dt className="font-medium">{exportFormats[format].label}</dt>
      <dd className="m-0 text-muted">Keeps {holds.join(', ')}.</dd>
      {leaves.length > 0 && <dd className="m-0 text-muted">Leaves out {leaves.join(', ')}.</dd>}
    </div>
  );
}
