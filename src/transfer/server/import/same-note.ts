import { sameDigest } from '../../../notes/server/notes.ts';
import { fragmentOf } from '../../../platform/model/url.ts';
import { isSameAddress } from '../../model/merged-note.ts';
import type { Entry, PartContext } from './import-belongings.ts';

/**
 * The note that an entry is the same as: by the id of our own export, by its program's id unless the addresses differ, else
 * by its whole address, else by title and text. `isSame`: it is the note that was once exported from here.
 */
export function sameNote(here: PartContext, entry: Entry): { same: string; isSame: boolean } | undefined {
  const { ids, own, note, passage, digest } = entry;
  const isMine = (uuid: string | undefined) => {
    const found = uuid === undefined ? undefined : (here.drafts.get(uuid)?.note ?? here.stored.get(uuid));
    if (!found || !('visibility' in found) || found.authorId !== here.to.userId) return false;
    return !passage || sameDigest(found) === digest;
  };
  for (const id of ids) {
    const uuid = here.ids.get(id) ?? here.byId.get(id);
    if (uuid === undefined || !isMine(uuid)) continue;
    const isSame = id === `commonplace:${own}`;
    // Programs number items in each installation: the same number at another address is another item.
    if (isSame || isSameAddress(urlOf(here, uuid), note.url)) return { same: uuid, isSame };
  }
  if (own !== undefined && isMine(own)) return { same: own, isSame: true };
  if (digest === undefined) return undefined;
  const alike = [...(here.made.get(digest) ?? []), ...(here.byDigest.get(digest) ?? [])].filter((uuid) => {
    const done = here.drafts.get(uuid)?.done ?? here.belongings.get(uuid)?.done;
    return isMine(uuid) && (passage !== undefined || own === undefined || !done?.own);
  });
  const fragment = note.url === null ? '' : fragmentOf(note.url);
  const whole = alike.find((uuid) => {
    const url = urlOf(here, uuid);
    return url === null || fragmentOf(url) === fragment;
  });
  // A passage belongs to its page, whatever place in the page the address leads to.
  const same = whole ?? (passage && alike[0]);
  return same === undefined ? undefined : { same, isSame: false };
}

function urlOf({ drafts, stored }: PartContext, uuid: string): string | null {
  const found = drafts.get(uuid)?.note ?? stored.get(uuid);
  return found && 'url' in found ? found.url : null;
}
