/** Goes with the arrow keys from the field through what was found, and back. */
export function walkByArrows(stops: () => HTMLElement[]): void {
  addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const all = stops();
    const at = all.findIndex((stop) => stop === event.target);
    const next = all[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
}

/** Keeps the query in the address, for going back and for sending on. Browsers allow only so many changes a minute. */
export function rememberQuery(query: () => string): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const text = query();
      history.replaceState(history.state, '', text ? `?${new URLSearchParams({ q: text })}` : location.pathname);
    }, 250);
  };
}
