import { useEffect, useState } from 'react';
import { loadIcon } from './icons.ts';

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
