import { fanOutLine } from '../../inbox/model/follow.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { Records } from './records.ts';

const sources = {
  follows: /^(person|tag|thread):./,
  mutes: /^(person|tag|site):./,
  wishes: /^(more|less):(person|tag|note):./,
} as const;

/** Followers are the follows of people seen from the other side, and whatever has many is among the large sources. */
export function checkFollowing(stored: Everything, { users }: Records): Finding[] {
  const expected = new Expected();
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

/** A source that was large once stays so. */
function checkLarge(stored: Everything, expected: Expected): Finding[] {
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
