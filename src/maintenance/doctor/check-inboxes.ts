import { keys } from '../../platform/server/store/keys.ts';
import { type Records, type StoreContents, type Finding, ExpectedIndexes, type StoredValue } from './store-contents.ts';
import { anchorsOfQuery, SavedSearch } from '../../search/model/saved.ts';
import { fanOutLine } from '../../inbox/model/follow.ts';
import { jsonOf } from '../../platform/server/store/stored.ts';

/** Checks that the three keys of an inbox have the same notifications, and that unread ones are in it with the same time. */
export function checkInboxes(stored: StoreContents, { users }: Records): Finding[] {
  const people = new Set(
    [...stored.keys()].flatMap((key) => /^inbox:(?:unread:|items:)?([^:]+)$/.exec(key)?.[1] ?? []),
  );
  return [...people].flatMap((person) => checkInbox(stored, person, users.has(person)));
}

function checkInbox(stored: StoreContents, person: string, exists: boolean): Finding[] {
  const [inbox, unread, items] = [keys.inbox(person), keys.inboxUnread(person), keys.inboxItems(person)];
  const times = scoresOf(stored.get(inbox));
  const said = fieldsOf(stored.get(items));
  const findings: Finding[] = [];
  const keep = (key: string, held: ReadonlyMap<string, number>, isRight: (id: string, at: number) => boolean) => {
    const scores = new Map([...held].filter(([id, at]) => exists && isRight(id, at)));
    if (scores.size === held.size) return;
    const says = exists ? 'holds what the inbox does not' : `belongs to ${person}, who is gone`;
    findings.push({ key, says, repair: { type: 'zset', scores } });
  };
  keep(inbox, times, (id) => said.has(id));
  keep(unread, scoresOf(stored.get(unread)), (id, at) => said.has(id) && times.get(id) === at);
  const value = [...said].filter(([id]) => exists && times.has(id)).flat();
  if (value.length < said.size * 2) {
    findings.push({ key: items, says: 'holds what the inbox does not', repair: { type: 'hash', value } });
  }
  return findings;
}

function scoresOf(held: StoredValue | undefined): ReadonlyMap<string, number> {
  return held?.type === 'zset' ? held.scores : new Map<string, number>();
}

function fieldsOf(held: StoredValue | undefined): ReadonlyMap<string, string> {
  const flat = held?.type === 'hash' ? held.value : [];
  return new Map(flat.flatMap((field, at) => (at % 2 === 0 ? [[field, flat[at + 1] ?? '']] : [])));
}

/** Checks that saved searches belong to somebody, and are listed under their anchors. */
export function checkSearches(stored: StoreContents, { users }: Records): Finding[] {
  const expected = new ExpectedIndexes();
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

const sources = {
  follows: /^(person|tag|thread|collection):./,
  mutes: /^(person|tag|site):./,
  wishes: /^(more|less):(person|tag|note):./,
} as const;

/** Checks that followers mirror the follows, and that sources with many followers are listed as large. */
export function checkFollowing(stored: StoreContents, { users }: Records): Finding[] {
  const expected = new ExpectedIndexes();
  const findings: Finding[] = [];
  for (const [key, held] of stored) {
    const [, list, person = ''] = /^(follows|mutes|wishes):(.+)$/.exec(key) ?? [];
    if (held.type !== 'zset' || !isChosen(list)) continue;
    if (!users.has(person)) findings.push({ key, says: `belongs to ${person}, who is gone`, repair: nothing() });
    const known = new Map([...held.scores].filter(([source]) => sources[list].test(source)));
    if (known.size < held.scores.size) {
      findings.push({ key, says: 'holds what cannot be chosen', repair: { type: 'zset', scores: known } });
    }
    if (list !== 'follows' || !users.has(person)) continue;
    for (const [source, since] of known) expected.score(keys.followers(source), person, since);
  }
  return [...findings, ...expected.compared(stored, /^followers:/), ...checkLarge(stored, expected)];
}

function isChosen(list: string | undefined): list is keyof typeof sources {
  return list !== undefined && list in sources;
}

/** A source that was large once stays large. */
function checkLarge(stored: StoreContents, expected: ExpectedIndexes): Finding[] {
  const held = stored.get(keys.largeSources);
  const known = held?.type === 'set' ? held.members : new Set<string>();
  const large = [...expected.indexes].flatMap(([key, index]) =>
    index.type === 'zset' && index.scores.size > fanOutLine ? [key.slice(keys.followers('').length)] : [],
  );
  if (large.every((source) => known.has(source))) return [];
  const members = new Set([...known, ...large]);
  return [{ key: keys.largeSources, says: 'lacks what many follow', repair: { type: 'set', members } }];
}

const nothing = () => ({ type: 'zset' as const, scores: new Map<string, number>() });
