import { kitStyles } from './kit-styles.ts';

/** A view that comes with its framework only when something needs it. */
export type LazyView = { mount: (place: HTMLElement) => void };

/**
 * Gives what brings a view into the element with this id: loaded and mounted by the first call, and again by the next
 * one should that fail. A missing chunk makes the page reload (see errors.ts); every failure is logged.
 */
export function lazyView(id: string, load: () => Promise<LazyView>): () => void {
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
      console.error(`#${id} could not be shown.`, error);
    });
  };
}
