import { useState } from 'react';
import { openModal, type InModal, type ModalOptions } from '../modal/modal.ts';
import { toasts, type NewToast } from '../toasts/toasts.ts';
import { Button } from '../Button.tsx';
import { Confirm, DialogActions, DialogClose, DialogDescription, DialogTitle } from '../Dialog.tsx';
import { Field, Input } from '../forms/Field.tsx';
import { KitPart, KitRow } from './KitForms.tsx';

const kinds: Record<string, NewToast> = {
  'A toast': { title: 'Saved', icon: 'check' },
  'With a description': {
    title: 'Saved',
    icon: 'info',
    description: 'It is on its way to the site.',
    color: 'neutral',
  },
  'From a person': { title: 'Ada Lovelace', avatar: { alt: 'Ada Lovelace' }, description: 'answered your note.' },
  'A failure that stays': { title: 'Not saved', color: 'danger', timeout: 0 },
  'A very long one': {
    title: 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel'.repeat(4),
    description: 'مرحبا بكم في كتاب الاقتباسات',
    timeout: 0,
  },
};

export function KitToasts() {
  const [closings, setClosings] = useState(0);
  const [runs, setRuns] = useState(0);
  const [last, setLast] = useState(0);
  const add = (toast: NewToast) =>
    setLast(toasts.add({ ...toast, onClose: () => setClosings((before) => before + 1) }));
  const withActions = () =>
    add({
      title: 'Deleted',
      icon: 'trash',
      timeout: 0,
      actions: [
        { label: 'Undo', run: () => setRuns((before) => before + 1) },
        { label: 'See all', href: '/note/list/1' },
      ],
    });
  return (
    <KitPart name="Toast">
      <KitRow name="toasts">
        {Object.entries(kinds).map(([name, toast]) => (
          <Button key={name} variant="outline" color="neutral" onClick={() => add(toast)}>
            {name}
          </Button>
        ))}
        <Button variant="outline" color="neutral" onClick={withActions}>
          With actions
        </Button>
      </KitRow>
      <KitRow name="the last one">
        <Button variant="soft" onClick={() => toasts.update(last, { title: 'Changed' })}>
          Change it
        </Button>
        <Button variant="soft" onClick={() => toasts.remove(last)}>
          Remove it
        </Button>
        <Button variant="soft" onClick={() => toasts.clear()}>
          Clear all
        </Button>
      </KitRow>
      <p>
        Callbacks <output data-testid="toast-closings">{closings}</output>, actions{' '}
        <output data-testid="toast-runs">{runs}</output>
      </p>
    </KitPart>
  );
}

function Example({ about, close }: { about: string } & InModal) {
  const [count, setCount] = useState(0);
  return (
    <>
      <DialogTitle>About {about}</DialogTitle>
      <DialogDescription>Any component with any props.</DialogDescription>
      <Field label="Name">{(control) => <Input {...control} />}</Field>
      <p className="m-0">
        Counted to <output>{count}</output>
      </p>
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={() => setCount(count + 1)}>
          Count
        </Button>
        <Button variant="soft" onClick={() => openModal(Example, { about: 'another' })}>
          Open another
        </Button>
        <Button onClick={close}>Done</Button>
      </DialogActions>
      <DialogClose />
    </>
  );
}

function Long({ close }: InModal) {
  return (
    <>
      <DialogTitle>A long text</DialogTitle>
      {Array.from({ length: 40 }, (_, index) => (
        <p key={index} className="m-0">
          Paragraph {index + 1} of a text that no screen can show at once.
        </p>
      ))}
      <Button onClick={close}>The end</Button>
      <DialogClose />
    </>
  );
}

export function KitModals() {
  const [closings, setClosings] = useState(0);
  const open = (about: string, options: ModalOptions = {}) =>
    openModal(Example, { about }, { onClose: () => setClosings((before) => before + 1), ...options });
  const ask = () => {
    let tries = 0;
    openModal(
      Confirm,
      {
        title: 'Delete this example?',
        children: 'The first try fails, the second one works.',
        yes: 'Delete it',
        no: 'Keep it',
        onYes: async () => (tries++ === 0 ? 'The server couldn’t be reached.' : undefined),
      },
      { role: 'alertdialog', size: 'sm' },
    );
  };
  return (
    <KitPart name="Modal">
      <KitRow name="modals">
        <Button onClick={() => open('this one')}>Open a modal</Button>
        <Button onClick={() => open('a locked one', { locked: true })}>Open a locked modal</Button>
        <Button onClick={() => openModal(Long, {}, { size: 'lg' })}>Open a long modal</Button>
        <Button color="danger" onClick={ask}>
          Ask
        </Button>
        <Button variant="outline" onClick={() => toasts.add({ title: 'Above the modal', timeout: 0 })}>
          A toast that stays
        </Button>
      </KitRow>
      <p>
        Closed <output data-testid="closings">{closings}</output> times
      </p>
    </KitPart>
  );
}
