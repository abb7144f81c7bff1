import { requireNamed } from './guard.ts';
import { noRoute } from '../../platform/model/page-problem.ts';
import { startHeader, startSitePage } from './start-page.ts';

const { guard } = document.body.dataset;

startSitePage();
startHeader();
startDensity();
sayMissingPath();
if (guard) requireNamed(guard);

/** Where only the file of the 404 page is left to answer, says which path was asked for, as the function does. */
function sayMissingPath(): void {
  const description = document.querySelector('[data-fill-path] [data-description]');
  if (description) description.textContent = noRoute(asTyped(location.pathname));
}

function asTyped(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Lets a reader have lists closer together, here and on every page to come; the head of each applies it before it shows. */
function startDensity(): void {
  const button = document.querySelector<HTMLElement>('[data-density]');
  if (!button) return;
  const isCompact = () => document.documentElement.dataset.reading?.includes('compact') === true;
  const show = () => (button.ariaPressed = String(isCompact()));
  show();
  // It may have been chosen in another tab, or since this page was left.
  for (const event of ['storage', 'pageshow']) addEventListener(event, show);
  button.addEventListener('click', () => {
    import('../../library/browser/reading-look.ts').then(
      ({ chooseLook, currentLook }) => {
        chooseLook({ ...currentLook(), lists: isCompact() ? 'normal' : 'compact' });
        show();
      },
      (error: unknown) => console.warn('How lists look could not be changed.', error),
    );
  });
}
