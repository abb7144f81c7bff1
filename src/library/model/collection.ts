import * as z from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { nameText } from '../../platform/model/name.ts';

const { name: maxName, description: maxDescription } = limits.collections;
/** The same as for saved searches (see search/model/query.ts). */
const maxSearch = 1000;

/** Private: only its owner. Unlisted: everybody who has the address. Public: shown on its owner's page as well. */
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
/** The id of a top-level collection; null for a collection that is itself at the top level. */
const Parent = z.uuid().nullable();
/** Its position among collections with the same parent; a number beyond the last one means the end. */
const Order = z.int().nonnegative();

/** What a person sends to make a collection. `search` makes it a smart one, which holds the notes that match. */
export const NewCollection = z.strictObject({
  name: Name,
  description: Description.default(''),
  visibility: CollectionVisibility.default('private'),
  parent: Parent.default(null),
  search: Search.nullable().default(null),
  order: Order.optional(),
});
export type NewCollection = z.infer<typeof NewCollection>;

/** Fields that are left out stay unchanged. */
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

/** A collection as it is stored. Times are ISO 8601. */
export const StoredCollection = z.object({
  id: z.uuid(),
  ownerId: z.string(),
  name: z.string(),
  /** The last part of its address. For an unlisted collection it cannot be guessed. */
  slug: z.string(),
  description: z.string(),
  visibility: CollectionVisibility,
  parent: Parent,
  search: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type StoredCollection = z.infer<typeof StoredCollection>;

/** A collection as its owner sees it. */
export const Collection = StoredCollection.omit({ ownerId: true }).extend({
  order: Order,
  /** How many notes it has; null for a smart one. */
  notes: z.int().nonnegative().nullable(),
});
export type Collection = z.infer<typeof Collection>;

/** A deleted collection, which its owner can restore; `until`: when it is deleted for good. */
export const DeletedCollection = Collection.pick({ id: true, name: true, search: true, notes: true }).extend({
  deletedAt: z.iso.datetime(),
  until: z.iso.datetime(),
});
export type DeletedCollection = z.infer<typeof DeletedCollection>;

/** Whether anyone who has the address may see it. */
export const isShown = ({ visibility }: Pick<StoredCollection, 'visibility'>) => visibility !== 'private';

/** Collections with each parent before its children, in their order. */
export function inOrder<One extends Pick<Collection, 'id' | 'parent' | 'order'>>(collections: readonly One[]): One[] {
  const sorted = collections.toSorted((one, other) => one.order - other.order);
  const below = Map.groupBy(sorted, ({ parent }) => parent);
  return (below.get(null) ?? []).flatMap((one) => [one, ...(below.get(one.id) ?? [])]);
}

/** Where a note is put in a collection: after this note, or first if null. */
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

/** Of these collections, the parent and the children of a collection. */
export function parentAndChildrenOf<One extends Pick<StoredCollection, 'id' | 'parent'>>(
  { id, parent }: Pick<StoredCollection, 'id' | 'parent'>,
  shown: readonly One[],
): { above: One | undefined; below: One[] } {
  return { above: shown.find((one) => one.id === parent), below: shown.filter((one) => one.parent === id) };
}
