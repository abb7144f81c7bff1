import { kitStyles } from '../../platform/browser/kit-styles.ts';

const load = async () => (await Promise.all([import('../views/AccountMenu.tsx'), kitStyles()]))[0];

/**
 * Makes the link to one's own page open a menu, whose code comes when a pointer or the focus arrives. Whoever asks for a
 * new tab, or for whom the code does not come, follows the link.
 */
export function offerAccountMenu(link: HTMLAnchorElement): void {
  const prepare = () => void load().catch(() => undefined);
  link.setAttribute('aria-haspopup', 'menu');
  link.setAttribute('aria-expanded', 'false');
  link.addEventListener('pointerenter', prepare, { once: true });
  link.addEventListener('focus', prepare, { once: true });
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    load().then(
      ({ toggleAccountMenu }) => toggleAccountMenu(link),
      () => location.assign(link.href),
    );
  });
}
