import { watchAppVersion } from '../../platform/browser/app-version.ts';
import { startColourModeSwitch } from '../../platform/browser/colour-mode.ts';
import { leaveModalEntry, bringToastsBack } from '../../ui/page-return.ts';
import { reloadOnMissingChunks } from '../../platform/browser/errors.ts';
import { startOffline } from '../../platform/browser/offline/offline.ts';
import { startReports } from '../../moderation/browser/report.ts';
import { startTimes } from '../../platform/browser/relative-time.ts';
import { requireNamed } from './guard.ts';
import { startHeader } from './start-header.ts';
import { startShortcuts } from './shortcuts.ts';
import { noRoute } from '../../platform/model/page-problem.ts';

const { guard } = document.body.dataset;

reloadOnMissingChunks();
watchAppVersion();
bringToastsBack();
leaveModalEntry();
startOffline();
startHeader();
startTimes();
startDensity();
startShortcuts();
startReports();
startColourModeSwitch();
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
