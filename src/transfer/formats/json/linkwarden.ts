import * as z from 'zod';
import { EmptyFolders, FolderTree, folderRemark } from '../folders.ts';
import type { ParsedItem } from '../file.ts';
import { confidenceOf } from '../format.ts';
import { importedFrom } from '../field-values.ts';
import { Flag, Id, DateValue, Tags, Text } from './fields.ts';
import { itemsWithin } from './items-within.ts';
import { entriesOf, jsonFile, SkippedLists } from './json.ts';
import { addHighlights, highlightTimes, type ExportedHighlight } from '../documents/exported-highlights.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import { fromPlain } from '../../model/as-markdown.ts';

const Highlight = z.looseObject({
  text: z.string(),
  comment: Text,
  startOffset: z.int().nonnegative().optional().catch(undefined),
  createdAt: DateValue,
  updatedAt: DateValue,
});

/** A link without an address is a picture or a document, which the export does not contain. */
const Link = z.looseObject({
  id: Id,
  name: Text,
  url: Text,
  description: Text,
  tags: Tags,
  highlight: z.array(Highlight).nullish(),
  createdAt: DateValue,
  updatedAt: DateValue,
  importDate: DateValue,
});
type Link = z.infer<typeof Link>;

const Collection = z.looseObject({
  id: Id,
  name: Text,
  description: Text,
  parentId: Id.nullish(),
  isPublic: Flag,
  rssSubscriptions: z.array(z.unknown()).nullish(),
  links: z.array(z.unknown()),
});
type Collection = z.infer<typeof Collection>;

/** Pinned links and parents of collections are known only at the end of the file, so everything waits for that. */
export const linkwardenJson = jsonFile(
  'Linkwarden (JSON)',
  ({ items }) => confidenceOf(['name', 'ownerId', 'links'], items.get('collections')),
  async function* (values) {
    const [collections, tree, left] = [[] as Collection[], new FolderTree(), new SkippedLists()];
    const pinned = new Map<string, unknown>();
    for await (const one of values) {
      const { list, value } = one;
      const collection = list === 'collections' ? Collection.safeParse(value).data : undefined;
      const pin = list === 'pinnedLinks' ? Link.safeParse(value).data : undefined;
      if (collection) {
        collections.push(collection);
        tree.add(collection.id, collection.name, collection.parentId);
      } else if (pin) pinned.set(pin.id, value);
      else left.add(one);
    }
    // A pinned link may be in a collection of another person.
    const elsewhere = new Map(pinned);
    const empty = new EmptyFolders();
    for (const collection of collections) {
      const { name, description, links, rssSubscriptions } = collection;
      const path = tree.pathOf(collection.id);
      const isEmpty = links.length === 0 && !rssSubscriptions?.length && !tree.holds(collection.id);
      if (isEmpty) yield* empty.report('collections', name);
      if (description !== '') yield folderRemark({ place: 'collections', name, text: description });
      yield* itemsWithin(rssSubscriptions ?? [], `${cutTo(name, 200)}, feeds`, path);
      for (const [at, link] of links.entries()) {
        const place = `${cutTo(name, 200)}, item ${at + 1}`;
        const read = (item: Link) => {
          elsewhere.delete(item.id);
          return linkItem(item, collection, path, pinned.has(item.id));
        };
        yield* entriesOf(place, link, { item: Link, read });
      }
    }
    for (const [id, link] of elsewhere)
      yield* entriesOf(`pinnedLinks, ${id}`.slice(0, 300), link, {
        item: Link,
        read: (item) => linkItem(item, {}, [], true),
      });
    yield* empty.rest();
    yield* left.report();
  },
  { isTree: true },
);

function linkItem(
  link: Link,
  collection: Pick<Partial<Collection>, 'isPublic'>,
  folder: string[],
  isPinned: boolean,
): ParsedItem {
  const { id, name, url, description, tags, highlight, createdAt, updatedAt, importDate, ...more } = link;
  const item = {
    title: name,
    url: url || undefined,
    body: fromPlain(description),
    tags,
    folders: folder.length > 0 ? [folder] : undefined,
    at: importDate ?? createdAt,
    changedAt: updatedAt,
    favourite: isPinned || undefined,
    shared: collection.isPublic,
    aside: url ? undefined : ['the picture or document, which isn’t in this export'],
    imported: importedFrom({ id, ...(importDate ? { createdAt } : {}), ...more }, []),
  };
  return addHighlights(item, (highlight ?? []).map(passageOf));
}

function passageOf({ text, comment, startOffset, color, ...rest }: z.infer<typeof Highlight>): ExportedHighlight {
  const { unread, ...times } = highlightTimes(rest.createdAt, rest.updatedAt);
  return { quote: text, comment, start: startOffset, ...times, more: { 'highlight.color': color, ...unread } };
}
