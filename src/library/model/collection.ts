import { z } from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { nameText } from '../../platform/model/name.ts';

const { name: maxName, description: maxDescription } = limits.collections;
/** As many as a search has that is saved to be told of (see search/model/query.ts). */
const maxSearch = 1000;

/** Private: its owner alone. Unlisted: everybody who has the address. Public: shown on its owner's page as well. */
export const CollectionVisibility = z.enum(['private', 'unlisted', 'public']);
export type CollectionVisibility = z.infer<typeof CollectionVisibility>;

const Name = nameText({ max: maxName, missing: 'Give the collection a name.' });
const Description = z
  .string()
  .max(maxDescription, `A description has at most ${maxDescription} characters.`)
  .overwrite((text) => text.replace(/\r\n?/g, '\n').trim());
const Search = z
  .string()
  .trim()
  .min(1, 'Say what the collection should find.')
  .max(maxSearch, `A search has at most ${maxSearch} characters.`);
/** A collection of the first level, or null for one that is of the first level itself. */
const Parent = z.uuid().nullable();
/** Its place among those with the same parent; beyond the last one means the end. */
const Order = z.int().nonnegative();

/** What a person sends to make a collection. `search` makes a smart one, whose notes follow from it. */
export const NewCollection = z.strictObject({
  name: Name,
  description: Description.default(''),
  visibility: CollectionVisibility.default('private'),
  parent: Parent.default(null),
  search: Search.nullable().default(null),
  order: Order.optional(),
});
export type NewCollection = z.infer<typeof NewCollection>;

/** What is left out stays. */
export const CollectionPatch = z
  .strictObject({
    name: Name,
    description: Description,
    visibility: CollectionVisibility,
    parent: Parent,
    search: Search,
    order: Order,
  })
  .partial();
export type CollectionPatch = z.infer<typeof CollectionPatch>;

/** As it is stored. Times are ISO 8601. */
export const StoredCollection = z.object({
  id: z.uuid(),
  ownerId: z.string(),
  name: z.string(),
  /** The last part of its address. Nobody guesses that of an unlisted one. */
  slug: z.string(),
  description: z.string(),
  visibility: CollectionVisibility,
  parent: Parent,
  search: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type StoredCollection = z.infer<typeof StoredCollection>;

/** As its owner has it. */
export const Collection = StoredCollection.omit({ ownerId: true }).extend({
  order: Order,
  /** How many notes it has; null for a smart one, whose notes are searched for. */
  notes: z.int().nonnegative().nullable(),
});
export type Collection = z.infer<typeof Collection>;

/** Whether anyone who has the address may see it. */
export const isShown = ({ visibility }: Pick<StoredCollection, 'visibility'>) => visibility !== 'private';

/** Collections with each parent before its children, in their order. */
export function inOrder<One extends Pick<Collection, 'id' | 'parent' | 'order'>>(collections: readonly One[]): One[] {
  const sorted = collections.toSorted((one, other) => one.order - other.order);
  const below = Map.groupBy(sorted, ({ parent }) => parent);
  return (below.get(null) ?? []).flatMap((one) => [one, ...(below.get(one.id) ?? [])]);
}

/** What is sent with a note that is put into a collection: the note behind which it goes, null for the first place. */
export const CollectionPlace = z.strictObject({ after: z.uuid().nullable().optional() });
export type CollectionPlace = z.infer<typeof CollectionPlace>;

/** A note of a collection as its owner sees it. */
export const CollectedNote = z.object({
  uuid: z.uuid(),
  title: z.string(),
  path: z.string(),
  url: z.string().nullable(),
  visibility: z.string(),
  tags: z.array(z.string()),
  own: z.boolean(),
  author: z.object({ handle: z.string(), name: z.string() }),
});
export type CollectedNote = z.infer<typeof CollectedNote>;

/** The one of these that a collection is in, and those that are in it. */
export function nearOf<One extends Pick<StoredCollection, 'id' | 'parent'>>(
  { id, parent }: Pick<StoredCollection, 'id' | 'parent'>,
  shown: readonly One[],
): { above: One | undefined; below: One[] } {
  return { above: shown.find((one) => one.id === parent), below: shown.filter((one) => one.parent === id) };
}
