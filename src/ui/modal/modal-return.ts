/**
 * Leaves the entry of a modal that was open when its page was loaded anew, or left: nothing shows it any more, and the next
 * Back would do nothing.
 */
export function leaveModalEntry(): void {
  if ((history.state as { modal?: string } | null)?.modal === 'above') history.back();
}
