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

/** A view that comes with its framework only when something needs it. */
type LazyView = { mount: (place: HTMLElement) => void };

/**
 * Gives what brings a view into the element with this id: loaded and mounted by the first call, and again by the next
 * one should that fail. A missing chunk makes the page reload (see errors.ts); every failure is logged, and `without` may
 * put something into the place of the view.
 */
export function lazyView(
  id: string,
  load: () => Promise<LazyView>,
  without?: (place: HTMLElement | null) => void,
): () => void {
  let under: Promise<void> | undefined;
  const show = async () => {
    const [view] = await Promise.all([load(), kitStyles()]);
    const place = document.getElementById(id);
    if (!place) throw new Error(`The page has no #${id}.`);
    view.mount(place);
  };
  return () => {
    under ??= show().catch((error: unknown) => {
      under = undefined;
      without?.(document.getElementById(id));
      console.error(`#${id} could not be shown.`, error);
    });
  };
}
