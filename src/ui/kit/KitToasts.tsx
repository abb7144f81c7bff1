import { useState } from 'react';
import { toasts, type NewToast } from '../toasts/toasts.ts';
import { Button } from '../Button.tsx';
import { KitPart, KitRow } from './KitPart.tsx';

const kinds: Record<string, NewToast> = {
  'A toast': { title: 'Saved', icon: 'check' },
  'With a description': {
    title: 'Saved',
    icon: 'info',
    description: 'It is on its way to the site.',
    color: 'neutral',
  },
  'From a person': { title: 'Ada Lovelace', avatar: { alt: 'Ada Lovelace' }, description: 'answered your note.' },
  'A failure that stays': { title: 'Not saved', icon: 'warning', color: 'danger', timeout: 0 },
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
      <KitRow of="toasts">
        {Object.entries(kinds).map(([name, toast]) => (
          <Button key={name} variant="outline" color="neutral" onClick={() => add(toast)}>
            {name}
          </Button>
        ))}
        <Button variant="outline" color="neutral" onClick={withActions}>
          With actions
        </Button>
      </KitRow>
      <KitRow of="the last one">
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
