import fc from 'fast-check';

/** Generates collections of an account, for property tests. */
export const drawnCollections = (...names: string[]) =>
  fc.uniqueArray(
    fc.record({
      id: fc.uuid({ version: 7 }),
      name: fc.constantFrom(...names),
      description: fc.constantFrom('', 'É', '日本 & <x>', 'One.\nTwo.'),
      visibility: fc.constantFrom('private', 'unlisted', 'public'),
      search: fc.constantFrom(null, null, null, 'tag:css'),
      at: fc
        .date({ min: new Date('2001-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
        .map((at) => at.toISOString()),
      places: fc.uniqueArray(fc.nat(4), { maxLength: 4 }),
    }),
    { selector: ({ name }) => name, maxLength: 3 },
  );
type Drawn = ReturnType<typeof drawnCollections> extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Builds collections with some of these notes; those of the second list are nested in the first of the first list. */
export function collectionsFrom(tops: Drawn[], below: Drawn[], uuids: string[]) {
  const [first] = tops;
  const made = ({ places, ...one }: Drawn, parent: string | null) => ({
    ...one,
    parent,
    from: 0,
    notes: one.search === null ? places.flatMap((place) => uuids[place] ?? []) : [],
  });
  const inner = first ? below.map((one) => made(one, first.id)) : [];
  return tops.flatMap((one, at) => [made(one, null), ...(at === 0 ? inner : [])]);
}
