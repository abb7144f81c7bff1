import { kitStyles } from './kit-styles.ts';

/** A view that comes with its framework only when something needs it. */
export type LateView = { mount: (place: HTMLElement) => void };

/**
 * Gives what brings a view into the element with this id: loaded and mounted by the first call, and again by the next
 * one should that fail. A missing chunk makes the page reload (see errors.ts); every failure is logged.
 */
export function lateView(id: string, load: () => Promise<LateView>): () => void {
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
