import { anchorsOfQuery, SavedSearch } from '../../search/model/saved.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { jsonOf } from '../../platform/server/store/stored.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { Records } from './records.ts';

/** Saved searches belong to somebody, and are found under what brings them and new notes together. */
export function checkSearches(stored: Everything, { users }: Records): Finding[] {
  const expected = new Expected();
  const findings: Finding[] = [];
  for (const [key, held] of stored) {
    const owner = /^searches:of:(.+)$/.exec(key)?.[1];
    if (owner === undefined || held.type !== 'hash') continue;
    if (!users.has(owner)) {
      findings.push({ key, says: `belongs to ${owner}, who is gone`, repair: { type: 'hash', value: [] } });
      continue;
    }
    for (let at = 1; at < held.value.length; at += 2) {
      const search = jsonOf(SavedSearch).safeParse(held.value[at]);
      if (!search.success) findings.push({ key, says: `holds what is no search: ${held.value[at]}` });
      else {
        for (const anchor of anchorsOfQuery(search.data.query)) {
          expected.member(keys.searchesBy(anchor), `${owner} ${search.data.id}`);
        }
      }
    }
  }
  return [...findings, ...expected.compared(stored, /^searches:by:/)];
}
