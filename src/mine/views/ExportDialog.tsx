import { useState } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { exportFormats } from '../../transfer/model/export-formats.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { InModal } from '../../ui/modal/modal.ts';
import { saveChosen, type ChosenFormat } from '../browser/chosen-file.ts';
import type { Chosen } from '../browser/library-actions.ts';

const { markdown, json, netscape } = exportFormats;
const formats: Record<ChosenFormat, { label: string; says: string }> = {
  epub: { label: 'A book (EPUB)', says: 'For e-readers: the articles that you kept of links, else the notes.' },
  ...{ markdown, json, netscape },
};

/** As what the chosen are taken along, each with what it is for. */
export function ExportDialog({ chosen: { ids, items }, close }: { chosen: Chosen } & InModal) {
  const [busy, setBusy] = useState<ChosenFormat>();
  const [failure, setFailure] = useState<string>();
  const title = ids.length === 1 ? items[0]?.note.title : undefined;

  async function save(format: ChosenFormat) {
    setBusy(format);
    setFailure(undefined);
    const failed = await saveChosen(ids, format, title ?? 'From my library');
    setBusy(undefined);
    if (failed) setFailure(sentenceFor(failed, new Date()));
    else close();
  }

  return (
    <>
      <DialogTitle>Export</DialogTitle>
      <DialogDescription>
        {title ?? `${countedOf(ids.length, 'note')}.`}
        {items.some(({ note }) => !note.own) && ' Notes by other people are included only in the book.'}
      </DialogDescription>
      <ul className="m-0 grid list-none p-0">
        {(Object.keys(formats) as ChosenFormat[]).map((format) => (
          <li key={format} className="flex items-center justify-between gap-4 border-b border-line py-3 last:border-0">
            <span className="min-w-0">
              <span className="block font-medium">{formats[format].label}</span>
              <span className="block text-sm text-muted">{formats[format].says}</span>
            </span>
            <Button
              size="xs"
              variant="outline"
              color="neutral"
              aria-label={`Download: ${formats[format].label}`}
              loading={busy === format}
              onClick={() => void save(format)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
      {failure && <Notice kind="danger">{failure}</Notice>}
      <DialogClose />
    </>
  );
}
