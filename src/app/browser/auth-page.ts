import { watchAppVersion } from '../../platform/browser/app-version.ts';
import { bringToastsBack } from '../../ui/toasts/toast-return.ts';
import { reloadOnMissingChunks } from '../../platform/browser/errors.ts';
import { session } from '../../people/browser/session.ts';

reloadOnMissingChunks();
watchAppVersion();
bringToastsBack();
void session.fetch();
// The way from one form to the other keeps where the visitor was going.
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-keep-redirect]')) {
  link.search = location.search;
}
