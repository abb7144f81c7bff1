import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusOn } from '../../platform/browser/use-browser.ts';

/**
 * Keeps the focus in a list whose rows come and go. `take` leads it to the row that keys are about, as soon as that is
 * there; when the row that has it goes, the one that takes its place gets it.
 */
export function useListFocus(list: { current: HTMLElement | null }, at: number, items: readonly unknown[]) {
  const isHeld = useRef(false);
  const isWanted = useRef(false);
  const there = items[at] !== undefined;

  useEffect(() => {
    const moved = ({ target }: Event) => {
      isHeld.current = target instanceof Node && list.current?.contains(target) === true;
      if (!isHeld.current) isWanted.current = false;
    };
    document.addEventListener('focusin', moved);
    document.addEventListener('pointerdown', moved);
    return () => {
      document.removeEventListener('focusin', moved);
      document.removeEventListener('pointerdown', moved);
      // The last row went, and the list with it.
      if (isHeld.current && document.activeElement === document.body) focusOn('my-library');
    };
  }, [list]);

  useLayoutEffect(() => {
    const isLost = isHeld.current && (document.activeElement ?? document.body) === document.body;
    if (!isWanted.current && !isLost) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-item="${at}"] [data-item-focus]`);
    row?.focus({ preventScroll: true });
    isWanted.current = !(row && there);
  });

  return {
    take: (index: number) => {
      const row = list.current?.querySelector<HTMLElement>(`[data-item="${index}"] [data-item-focus]`);
      row?.focus({ preventScroll: true });
      isWanted.current = row?.dataset['itemFocus'] !== '';
    },
    isIn: () => isHeld.current && list.current?.contains(document.activeElement) === true,
  };
}
