import { startAsking } from '../../assistant/browser/asking.ts';
import { startDiscussion } from './discussion.ts';
import { offerEditing } from '../../writing/browser/own-note.ts';
import { startReading } from '../../reading/browser/reading.ts';
import { startHeader, startSitePage } from './start-page.ts';

startSitePage();
startAsking();
startDiscussion();
startReading();
startHeader();
void offerEditing(document.querySelector<HTMLElement>('article[data-uuid]'));
// The code for icons is loaded only by the few pages with an icon that was not rendered into them.
const icons = document.querySelectorAll<HTMLElement>('[data-icon]');
if (icons.length > 0) void import('../../platform/browser/icons.ts').then(({ showIcons }) => showIcons(icons));
