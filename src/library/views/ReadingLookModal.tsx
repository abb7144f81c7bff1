import { useState } from 'react';
import type { InModal } from '../../ui/modal/modal.ts';
import { chooseLook, currentLook, type ReadingLook } from '../browser/reading-look.ts';
import { DialogClose, DialogTitle } from '../../ui/Dialog.tsx';
import { Radios } from '../../ui/forms/Choices.tsx';

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

const lists = [
  { value: 'normal', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const satisfies readonly { value: ReadingLook['lists']; label: string }[];

/** The size and width of texts on this device. Each choice shows immediately, on a sentence and on the page behind. */
export function ReadingLookModal(_: InModal) {
  const [look, choose] = useLook();
  return (
    <>
      <DialogTitle>Text size and width</DialogTitle>
      <DialogClose />
      <Texts {...{ look, choose }} />
      <p className="m-0 text-sm text-muted">Applies to every note and copy on this device.</p>
    </>
  );
}

/** The same in the settings, with the density of lists. */
export function LookSettings() {
  const [look, choose] = useLook();
  return (
    <>
      <Texts {...{ look, choose }} />
      <Radios
        label="Lists of notes"
        name="lists"
        options={lists}
        value={look.lists}
        onChange={(lists) => choose({ lists })}
      />
      <p className="m-0 text-sm text-muted">
        Compact lists leave out pictures and excerpts. These settings are for this device only.
      </p>
    </>
  );
}

type Choice = { look: ReadingLook; choose: (change: Partial<ReadingLook>) => void };

function useLook(): [look: ReadingLook, choose: Choice['choose']] {
  const [look, setLook] = useState(currentLook);
  return [
    look,
    (change) => {
      const next = { ...look, ...change };
      setLook(next);
      chooseLook(next);
    },
  ];
}

function Texts({ look, choose }: Choice) {
  return (
    <>
      <p className="prose m-0 max-w-none rounded-lg border border-line px-3 py-4" aria-hidden="true">
        Some things are worth reading twice.
      </p>
      <div className="grid min-[24rem]:grid-cols-2 items-start gap-4">
        <Radios label="Size" name="size" options={sizes} value={look.size} onChange={(size) => choose({ size })} />
        <Radios
          label="Width"
          name="width"
          options={widths}
          value={look.width}
          onChange={(width) => choose({ width })}
        />
      </div>
    </>
  );
}
