import address from '../../styles/kit.css?url';
import { isReloading } from './errors.ts';
import { lazy } from '../model/memoized.ts';

/**
 * Loads the kit's styles into a page without them, and resolves when they apply. If they were imported as styles, every
 * page that could ever load the importing code would link them.
 */
export const kitStyles = lazy(() => (document.querySelector(`link[href="${address}"]`) ? Promise.resolve() : linked()));

/** A view without its styles is plain, which is better than no view. */
function linked(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

/** A view that is loaded, together with its framework, only when something needs it. */
type LazyView = { mount: (place: HTMLElement) => void };

/**
 * Returns a function that loads a view and mounts it in the element with this id. The first call loads it; after a failure,
 * the next call tries again. A missing chunk makes the page reload (see errors.ts); every failure is logged, and `without`
 * may fill the place of the view, unless the page is reloading.
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
      if (!isReloading()) without?.(document.getElementById(id));
      console.error(`#${id} could not be shown.`, error);
    });
  };
}
