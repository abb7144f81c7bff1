import { reloadOnMissingChunks } from './errors.ts';
import { offerEditing } from './own-note.ts';

reloadOnMissingChunks();
void offerEditing(document.querySelector<HTMLElement>('article[data-uuid]'));
