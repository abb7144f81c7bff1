import { useDeferredValue, useEffect, useState } from 'react';
import { svgOf, type Icon } from '../model/icon.ts';
import { useQuery } from './use-query.ts';
import { loadIcon } from './icons.ts';

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

/** The drawing of a named icon; undefined without a name, while it is loaded, and when it cannot be had. */
export function useIcon(name: string | null): string | undefined {
  const [drawn, setDrawn] = useState<{ name: string; svg: string | undefined }>();
  useEffect(() => {
    if (!name) return;
    let wanted = true;
    void loadIcon(name).then((svg) => wanted && setDrawn({ name, svg }));
    return () => {
      wanted = false;
    };
  }, [name]);
  return drawn?.name === name ? drawn.svg : undefined;
}
