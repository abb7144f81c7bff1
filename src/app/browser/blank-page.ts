import { watchAppVersion } from '../../platform/browser/app-version.ts';
import { startAsking } from '../../assistant/browser/asking.ts';
import { startColourModeSwitch } from '../../platform/browser/colour-mode.ts';
import { startDiscussion } from './discussion.ts';
import { bringToastsBack } from '../../ui/toasts/toast-return.ts';
import { reloadOnMissingChunks } from '../../platform/browser/errors.ts';
import { startOffline } from '../../platform/browser/offline/offline.ts';
import { offerEditing } from '../../writing/browser/own-note.ts';
import { startReading } from '../../reading/browser/reading.ts';
import { startReports } from '../../moderation/browser/report.ts';
import { startTimes } from '../../platform/browser/relative-time.ts';
import { startSession } from '../../people/browser/session.ts';
import { startShortcuts } from './shortcuts.ts';

reloadOnMissingChunks();
watchAppVersion();
bringToastsBack();
startOffline();
startTimes();
startShortcuts();
startReports();
startAsking();
startColourModeSwitch();
startDiscussion();
startReading();
void startSession().then(({ user }) => {
  if (user) void import('./signed-in.ts').then(({ startSignedIn }) => startSignedIn(user));
});
void offerEditing(document.querySelector<HTMLElement>('article[data-uuid]'));
// Few notes name an icon that was not drawn into the page: only those fetch the code that can get it.
const icons = document.querySelectorAll<HTMLElement>('[data-icon]');
if (icons.length > 0) void import('../../platform/browser/icons.ts').then(({ showIcons }) => showIcons(icons));
