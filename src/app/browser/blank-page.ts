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
// Few notes name an icon that was not drawn into the page: only those fetch the code that can get it.
const icons = document.querySelectorAll<HTMLElement>('[data-icon]');
if (icons.length > 0) void import('../../platform/browser/icons.ts').then(({ showIcons }) => showIcons(icons));
