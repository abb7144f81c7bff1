import { useDeferredValue } from 'react';
import { svgOf, type Icon } from '../model/icon.ts';
import { useQuery } from './use-query.ts';

export type IconHit = { name: string; svg: string };

/** Icons whose names hold the words typed; undefined while they are looked for, `failed` when they cannot be. */
export function useIconSearch(typed: string): { hits: IconHit[] | undefined; failed: boolean } {
  const query = useDeferredValue(typed.trim().slice(0, 80));
  const { answer } = useQuery<{ icons: (Icon & { name: string })[] }>(
    query ? `/api/_icon/search?${new URLSearchParams({ q: query }).toString()}` : undefined,
  );
  if (answer && !answer.ok) return { hits: [], failed: true };
  const hits = answer?.data.icons.flatMap(({ name, ...icon }) => {
    const svg = svgOf(name, icon);
    return svg ? [{ name, svg }] : [];
  });
  return { hits, failed: false };
}
