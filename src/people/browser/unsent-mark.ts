import { countedOf } from '../../platform/model/counted.ts';
import { unsentKey } from '../../platform/model/offline.ts';
import { openModal } from '../../ui/modal/modal.ts';
import { outbox } from './outbox.ts';

let mark: HTMLButtonElement | undefined;

/** Shows at the bottom of the page how much waits to be sent, links to the list, and starts sending. */
export function showUnsent(owner: string): void {
  if (mark) return;
  mark = Object.assign(document.createElement('button'), { type: 'button', className: 'button quiet small' });
  // Over the page, so that nothing moves when it appears.
  Object.assign(mark.style, {
    position: 'fixed',
    insetInlineStart: '1rem',
    bottom: '1rem',
    zIndex: '20',
    background: 'var(--raised)',
  });
  mark.addEventListener('click', () => {
    void import('../views/Outbox.tsx').then(({ Outbox }) => openModal(Outbox, { owner }, { size: 'lg' }));
  });
  // A live region announces what is added to it.
  const place = document.createElement('div');
  place.setAttribute('role', 'status');
  place.append(mark);
  document.body.append(place);
  outbox.subscribe(show);
  const retry = () => void outbox.flush(owner);
  addEventListener('online', retry);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retry());
  addEventListener('storage', ({ key }) => key === unsentKey(owner) && void outbox.load(owner));
  void outbox.load(owner).then(retry);
}

function show(): void {
  if (!mark) return;
  const { unsent, sending, waits } = outbox.getSnapshot();
  const refused = unsent.filter(({ refused: no, failed }) => no !== undefined || failed !== undefined).length;
  mark.hidden = unsent.length === 0;
  mark.textContent =
    refused > 0
      ? `${countedOf(refused, 'change')} couldn’t be sent`
      : sending
        ? `Sending ${countedOf(unsent.length, 'change')}…`
        : `${countedOf(unsent.length, 'change')} to send when you${waits === 'signed out' ? ' sign in' : '’re online'}`;
}
