import { watchAppVersion } from './app-version.ts';
import { startColourModeSwitch } from './colour-mode.ts';
import { reloadOnMissingChunks } from './errors.ts';
import { requireNamed } from './guard.ts';
import { startHeader } from './header.ts';
import { sayMissingPath } from './missing-path.ts';
import { startReports } from './report.ts';
import { startTimes } from './relative-time.ts';
import { startShortcuts } from './shortcuts.ts';

reloadOnMissingChunks();
watchAppVersion();
startHeader();
startTimes();
startShortcuts();
startReports();
startColourModeSwitch();
sayMissingPath();
if (document.body.dataset.guard) requireNamed(document.body.dataset.guard);
