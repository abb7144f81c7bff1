import { watchAppVersion } from './app-version.ts';
import { reloadOnMissingChunks } from './errors.ts';
import { offerEditing } from './own-note.ts';
import { session } from './session.ts';

reloadOnMissingChunks();
watchAppVersion();
void session.fetch();
void offerEditing(document.querySelector<HTMLElement>('article[data-uuid]'));
