import address from '../../styles/kit.css?url';
import { whenNeeded } from '../model/remembered.ts';

/**
 * Brings the class names of the kit to a page that has been without them, and resolves when they are there. Imported as
 * styles, they would be linked from every page that could ever load the code that imports them.
 */
export const kitStyles = whenNeeded(() =>
  document.querySelector(`link[href="${address}"]`) ? Promise.resolve() : linked(),
);

/** Without its styles a view is plain, which is better than none. */
function linked(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
