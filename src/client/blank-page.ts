import { watchAppVersion } from './app-version.ts';
import { startAsking } from './asking.ts';
import { startColourModeSwitch } from './colour-mode.ts';
import { startDiscussion } from './discussion.ts';
import { reloadOnMissingChunks } from './errors.ts';
import { startOffline } from './offline.ts';
import { offerEditing } from './own-note.ts';
import { startReading } from './reading.ts';
import { startReports } from './report.ts';
import { startTimes } from './relative-time.ts';
import { session } from './session.ts';
import { startShortcuts } from './shortcuts.ts';

reloadOnMissingChunks();
watchAppVersion();
startOffline();
startTimes();
startShortcuts();
startReports();
startAsking();
startColourModeSwitch();
startDiscussion();
startReading();
void session.fetch().then(({ user }) => {
  if (user) void import('./signed-in.ts').then(({ startSignedIn }) => startSignedIn(user));
});
void offerEditing(document.querySelector<HTMLElement>('article[data-uuid]'));
// Few notes name an icon that was not drawn into the page: only those fetch the code that can get it.
const icons = document.querySelectorAll<HTMLElement>('[data-icon]');
if (icons.length > 0) void import('./icons.ts').then(({ showIcons }) => showIcons(icons));
