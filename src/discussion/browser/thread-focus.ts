const regions = ['.comment-by', '.comment-acts', '.prose', '.thread-more', '.thread-head'];

/**
 * Remembers where in the thread the focus is, by comment and place within it. Gives what puts it there again once other
 * elements stand in the place of these, unless something else has taken it.
 */
export function keptFocus(thread: HTMLElement): () => void {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || !thread.contains(held)) return () => undefined;
  const id = held.closest('li.comment')?.id;
  const region = regions.find((selector) => held.closest(selector));
  const within = (root: ParentNode | null) => [
    ...(root?.querySelector(region ?? 'summary')?.querySelectorAll<HTMLElement>('a, button') ?? []),
  ];
  const root = () => (id ? document.getElementById(id) : thread);
  const at = within(root()).indexOf(held);
  const isItem = held.id === id;
  return () => {
    if (document.activeElement !== document.body) return;
    const whole = root();
    if (isItem) whole?.focus();
    else if (region) within(whole)[at]?.focus();
    else whole?.querySelector('summary')?.focus();
  };
}
