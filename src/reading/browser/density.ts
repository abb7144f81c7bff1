/** Lets a reader have lists closer together, here and on every page to come; the head of each applies it before it shows. */
export function startDensity(): void {
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
