import { reloadOnMissingChunks } from './errors.ts';
import { requireNamed } from './guard.ts';
import { startHeader } from './header.ts';

reloadOnMissingChunks();
startHeader();
if (document.body.dataset.guard) requireNamed(document.body.dataset.guard);
