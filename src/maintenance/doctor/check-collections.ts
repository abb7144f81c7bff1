import { StoredJson } from '../../library/server/store/shown-collections.ts';
import { isShown } from '../../library/model/collection.ts';
import { changeOf, keys } from '../../platform/server/store/keys.ts';
import { type Records, ExpectedIndexes, type StoreContents, type Finding, type StoredValue } from './store-contents.ts';

const scoresOf = (held: StoredValue | undefined) => (held?.type === 'zset' ? held.scores : new Map<string, number>());
const form = /^collection:([^:]+)$/;

/** The stored collections, each with the uuids of its notes, and findings about unreadable ones. */
export function collectionsIn(stored: StoreContents) {
  const broken: Finding[] = [];
  const collections = [...stored].flatMap(([key, held]) => {
    if (!form.test(key)) return [];
    const read = StoredJson.safeParse(held.type === 'string' ? held.value : undefined);
    if (!read.success) broken.push({ key, says: 'is no collection' });
    return read.success ? [{ ...read.data, uuids: scoresOf(stored.get(keys.collectionNotes(read.data.id))) }] : [];
  });
  return { collections, broken };
}

/**
 * Checks that every collection is in its owner's list, is found by its address, and is listed by its notes; that it contains
 * only existing or binned notes; and that visible ones are in the change log.
 */
export function checkCollections(stored: StoreContents, { notes, binned, users }: Records): Finding[] {
  const { collections, broken } = collectionsIn(stored);
  const expected = new ExpectedIndexes();
  const findings = [...broken];
  const byId = new Map(collections.map((one) => [one.id, one]));
  const known = new Set([...notes, ...binned].map(({ uuid }) => uuid));
  const logged = scoresOf(stored.get(keys.changes));
  const largest = new Map<string, number>();
  for (const collection of collections) {
    const { id, ownerId, deletedAt, parent, uuids, slug } = collection;
    const key = keys.collection(id);
    if (!users.has(ownerId)) findings.push({ key, says: `belongs to ${ownerId}, who is gone` });
    for (const uuid of uuids.keys()) expected.member(keys.collected(uuid), id);
    const there = new Map([...uuids].filter(([uuid]) => known.has(uuid)));
    if (there.size < uuids.size) {
      const repair = { type: 'zset' as const, scores: there };
      findings.push({ key: keys.collectionNotes(id), says: 'has what is no note any more', repair });
    }
    if (deletedAt !== undefined) {
      for (const index of [keys.deletedCollections(ownerId), keys.allDeletedCollections]) {
        expected.score(index, id, Date.parse(deletedAt));
      }
      continue;
    }
    const own = keys.collections(ownerId);
    const place = scoresOf(stored.get(own)).get(id) ?? (largest.get(own) ?? 1e6) + 1;
    largest.set(own, Math.max(place, largest.get(own) ?? 0));
    expected.score(own, id, place);
    if (parent !== null && byId.get(parent)?.parent !== null) findings.push({ key, says: 'is in what is no parent' });
    const slugs = stored.get(keys.collectionSlugs(ownerId));
    const fields = slugs?.type === 'hash' ? slugs.value : [];
    if (!fields.some((name, at) => at % 2 === 0 && name === slug && fields[at + 1] === id)) {
      const repair = { type: 'hash' as const, value: [...fields, slug, id] };
      findings.push({ key: keys.collectionSlugs(ownerId), says: `does not lead to ${id}`, repair });
    }
    if (isShown(collection) && !logged.has(changeOf.collection(id)))
      findings.push({ key, says: 'is not in the change log' });
  }
  for (const [key, held] of stored) {
    const id = /^collection:([^:]+):notes$/.exec(key)?.[1];
    if (id === undefined || byId.has(id) || held.type !== 'zset') continue;
    findings.push({ key, says: 'belongs to no collection', repair: { type: 'zset', scores: new Map() } });
  }
  return [...findings, ...expected.compared(stored, /^collections:(of:|deleted)|^collected:/)];
}
