/**
 * Leads the focus to a place that stays, such as the heading of a list, before what has it goes. A keyboard would begin
 * at the top of the page again otherwise.
 */
export function focusOn(id: string): void {
  document.getElementById(id)?.focus();
}

/** A ref for what takes the place of the button that was pressed: it has the focus once it is there. */
export function takesFocus(element: HTMLElement | null): void {
  element?.focus();
}
