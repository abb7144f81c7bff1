/** What a key holds: text, the fields of a hash as [name, value], a list, a set, or a sorted set as member and score. */
export type StoredValue =
  | { type: 'string'; value: string }
  | { type: 'hash'; value: string[] }
  | { type: 'list'; value: string[] }
  | { type: 'set'; members: Set<string> }
  | { type: 'zset'; scores: Map<string, number> };

/** What an index should hold. */
export type Index = Extract<StoredValue, { type: 'string' | 'set' | 'zset' | 'hash' }>;

/** Something that is wrong: a sentence, and where it can be repaired, what the key should hold. */
export type Finding = { key: string; says: string; repair?: Index };

/** What a check sees: all that is stored. */
export type Everything = ReadonlyMap<string, StoredValue>;

/** Indexes as they should be, put together from the records. Empty ones are no keys. */
export class Expected {
  readonly indexes = new Map<string, Index>();

  /** A member of a sorted set. */
  score(key: string, member: string, score: number): void {
    const index = this.indexes.get(key) ?? { type: 'zset', scores: new Map<string, number>() };
    if (index.type === 'zset') index.scores.set(member, score);
    this.indexes.set(key, index);
  }

  /** A member of a set. */
  member(key: string, member: string): void {
    const index = this.indexes.get(key) ?? { type: 'set', members: new Set<string>() };
    if (index.type === 'set') index.members.add(member);
    this.indexes.set(key, index);
  }

  /** How what is stored under the keys of this form differs. */
  compared(stored: Everything, form: RegExp): Finding[] {
    const findings: Finding[] = [];
    for (const [key, index] of this.indexes) {
      const held = stored.get(key);
      if (!held) findings.push({ key, says: 'is missing', repair: index });
      else if (!same(held, index)) findings.push({ key, says: `does not agree with the records`, repair: index });
    }
    for (const [key, held] of stored) {
      if (!form.test(key) || this.indexes.has(key)) continue;
      const empty: Index =
        held.type === 'zset' ? { type: 'zset', scores: new Map() } : { type: 'set', members: new Set() };
      findings.push({ key, says: 'belongs to nothing', repair: empty });
    }
    return findings;
  }
}

/** Scores are computed on both sides of the wire, and may differ by what a number cannot hold. */
const tolerance = 1e-6;

function same(held: StoredValue, index: Index): boolean {
  if (held.type === 'zset' && index.type === 'zset') {
    if (held.scores.size !== index.scores.size) return false;
    return [...index.scores].every(([member, score]) => {
      const found = held.scores.get(member);
      return found !== undefined && Math.abs(found - score) <= tolerance;
    });
  }
  if (held.type !== 'set' || index.type !== 'set' || held.members.size !== index.members.size) return false;
  return [...index.members].every((member) => held.members.has(member));
}
