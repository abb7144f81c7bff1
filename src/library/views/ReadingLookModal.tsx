import { useState } from 'react';
import type { InModal } from '../../ui/modal/modal.ts';
import { chooseLook, currentLook } from '../browser/reading-look.ts';
import type { ReadingLook } from '../model/reading-look.ts';
import { DialogClose, DialogTitle } from '../../ui/Dialog.tsx';
import { Radios } from '../../ui/forms/Radios.tsx';

const sizes = [
  { value: 'small', label: 'Small' },
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'larger', label: 'Very large' },
] as const satisfies readonly { value: ReadingLook['size']; label: string }[];
const widths = [
  { value: 'narrow', label: 'Narrow' },
  { value: 'normal', label: 'Normal' },
  { value: 'wide', label: 'Wide' },
] as const satisfies readonly { value: ReadingLook['width']; label: string }[];

/** How large and wide texts are on this device. Each choice shows at once, on a sentence and on the page behind. */
export function ReadingLookModal(_: InModal) {
  const [look, setLook] = useState(currentLook);
  const choose = (change: Partial<ReadingLook>) => {
    const next = { ...look, ...change };
    setLook(next);
    chooseLook(next);
  };
  return (
    <>
      <DialogTitle>Text size and width</DialogTitle>
      <DialogClose />
      <p className="prose m-0 max-h-40 overflow-hidden rounded-lg border border-line p-4" aria-hidden="true">
        A commonplace book keeps what’s worth reading twice.
      </p>
      <div className="grid grid-cols-2 items-start gap-4">
        <Radios label="Size" name="size" options={sizes} value={look.size} onChange={(size) => choose({ size })} />
        <Radios
          label="Width"
          name="width"
          options={widths}
          value={look.width}
          onChange={(width) => choose({ width })}
        />
      </div>
      <p className="m-0 text-sm text-muted">Applies to every note and copy on this device.</p>
    </>
  );
}
