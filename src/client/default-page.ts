import { watchAppVersion } from './app-version.ts';
import { startColourModeSwitch } from './colour-mode.ts';
import { reloadOnMissingChunks } from './errors.ts';
import { requireNamed } from './guard.ts';
import { startHeader } from './header.ts';
import { sayMissingPath } from './missing-path.ts';

reloadOnMissingChunks();
watchAppVersion();
startHeader();
startColourModeSwitch();
sayMissingPath();
if (document.body.dataset.guard) requireNamed(document.body.dataset.guard);
