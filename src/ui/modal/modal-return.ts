/**
 * After a reload nothing is open in the entry of the history that a modal had, and Back would do nothing once: goes back to
 * the page's own entry, which shows the same.
 */
export function leaveEntryOfModal(): void {
  if ((history.state as { modal?: string } | null)?.modal === 'above') history.back();
}
