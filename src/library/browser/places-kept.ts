/** Under which this device keeps where one stopped. */
export const placesKey = 'commonplace:places';

/** Whether it may know a place in this note: reading what is kept takes code that most pages do without. */
export function mayHavePlace(uuid: string): boolean {
  try {
    return localStorage.getItem(placesKey)?.includes(uuid) ?? false;
  } catch {
    return false;
  }
}
