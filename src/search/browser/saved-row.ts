import { paths } from '../../platform/model/paths.ts';

/** A line of the saved searches, which stays where it is taken away so that it can be saved again. */
export type SavedRow = { element: HTMLLIElement; show: (saved: boolean) => void };

/** A line for a search, with a button that asks for `toggle`; pressing again before that is done does nothing. */
export function savedRow(query: string, toggle: () => Promise<void>): SavedRow {
  const element = document.createElement('li');
  const link = document.createElement('a');
  link.href = paths.searchFor(query);
  link.dir = 'auto';
  link.textContent = query;
  const button = document.createElement('button');
  button.type = 'button';
  button.addEventListener('click', () => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    void toggle().then(() => (button.ariaBusy = null));
  });
  element.append(link, button);
  return {
    element,
    show(saved) {
      element.toggleAttribute('data-gone', !saved);
      button.textContent = saved ? 'Take away' : 'Save again';
      button.setAttribute('aria-label', `${button.textContent}: ${query}`);
    },
  };
}
