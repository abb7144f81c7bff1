import { beside, rare, type Neighbours, type Profile } from '../../../notes/model/related.ts';
import { remembered } from '../../../platform/model/remembered.ts';
import type { Asking } from './rows.ts';

/** What a public note is compared with others by, as it was last written. */
export function profileJson(ask: Asking, uuid: string): string | undefined {
  return ask.one<{ json: string }>('SELECT json FROM profiles WHERE uuid = ?', uuid)?.json;
}

/** Notes with a term, `most` of them. */
export function holding(ask: Asking, term: string, max: number): string[] {
  return ask.all<{ uuid: string }>('SELECT uuid FROM holders WHERE term = ? LIMIT ?', term, max).map((row) => row.uuid);
}

/** The neighbours of a place in a tag's list. */
export function alongside(ask: Asking, tag: string, newest: string): string[] {
  const rows = [
    ...ask.all(
      'SELECT newest FROM tagged WHERE tag = ? AND newest < ? ORDER BY newest DESC LIMIT ?',
      tag,
      newest,
      beside,
    ),
    ...ask.all('SELECT newest FROM tagged WHERE tag = ? AND newest > ? ORDER BY newest LIMIT ?', tag, newest, beside),
  ] as { newest: string }[];
  return rows.map((row) => noteAt(row.newest));
}

/** A place in a list ends with the note's uuid. */
const noteAt = (newest: string) => newest.slice(newest.lastIndexOf(' ') + 1);

/** The profiles of a snapshot and how they are found. */
type Profiles = Neighbours & { profile(uuid: string): Profile | undefined };

/** For a few notes. What one looks at, its neighbours look at too: each profile is read once. */
export function inDatabase(ask: Asking): Profiles {
  const profile = remembered((uuid: string) => {
    const json = profileJson(ask, uuid);
    return json === undefined ? undefined : (JSON.parse(json) as Profile);
  });
  const profiles = (uuids: readonly string[]) => uuids.map(profile).filter((found) => found !== undefined);
  return {
    profile,
    holders(term) {
      const found = holding(ask, term, rare + 1);
      return found.length > rare ? undefined : profiles(found);
    },
    alongside: (tag, newest) => profiles(alongside(ask, tag, newest)),
  };
}

/**
 * For many notes: all profiles are read once. `profiles`, and those `holding` each term, are in the order of their uuids.
 */
export function inMemory(ask: Asking): Profiles & { profiles: Profile[]; holding: Map<string, Profile[]> } {
  const rows = ask.all<{ json: string }>('SELECT json FROM profiles ORDER BY uuid');
  const profiles = rows.map(({ json }) => JSON.parse(json) as Profile);
  const byUuid = new Map(profiles.map((profile) => [profile.uuid, profile]));
  const holding = new Map<string, Profile[]>();
  for (const profile of profiles) for (const [term] of profile.terms) addTo(holding, term, profile);
  const lists = new Map<string, Profile[]>();
  for (const profile of profiles.toSorted((a, b) => (a.newest < b.newest ? -1 : 1)))
    for (const tag of profile.tags) addTo(lists, tag, profile);
  return {
    profiles,
    holding,
    profile: (uuid) => byUuid.get(uuid),
    holders(term) {
      const found = holding.get(term) ?? [];
      return found.length > rare ? undefined : found;
    },
    alongside(tag, newest) {
      const list = lists.get(tag) ?? [];
      const place = placeIn(list, newest);
      const after = list[place]?.newest === newest ? place + 1 : place;
      return [...list.slice(Math.max(0, place - beside), place), ...list.slice(after, after + beside)];
    },
  };
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** How many of a list, the oldest first, come before this place. */
function placeIn(list: readonly Profile[], newest: string): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.newest < newest) low = middle + 1;
    else high = middle;
  }
  return low;
}
