import type { ParsedItem } from '../file.ts';
import * as z from 'zod';
import { EmptyFolders, FolderTree, folderRemark } from '../folders.ts';
import { importedFrom } from '../field-values.ts';
import { paragraphs, fromMarkdown, fromPlain, blockQuote } from '../../model/as-markdown.ts';
import { Flag, Id, DateValue, Tags, Text } from './fields.ts';
import { entriesOf, jsonFile, SkippedLists, listConfidence } from './json.ts';
import type { JsonValue } from './json-values.ts';

/** `content` is null if a bookmark is a picture or a file, which the export does not contain. */
const Bookmark = z.looseObject({
  id: Text,
  createdAt: DateValue,
  modifiedAt: DateValue,
  title: Text,
  tags: Tags,
  lists: z.array(z.string()).nullish(),
  content: z
    .looseObject({ type: Text, url: Text, sourceUrl: Text, text: Text, title: Text, description: Text, imageUrl: Text })
    .nullish(),
  description: Text,
  imageUrl: Text,
  note: Text,
  archived: Flag,
  favourited: Flag,
});

const List = z.looseObject({ id: Id, name: Text, parentId: Id.nullish(), description: Text, query: Text });
type List = z.infer<typeof List>;

/** Lists come after the bookmarks in them, so these wait for the end of the file. */
export const karakeepJson = jsonFile(
  'Karakeep (JSON)',
  (json) => listConfidence(['createdAt', 'title', 'tags', 'content'], 'bookmarks', json),
  async function* (values) {
    const [waiting, tree, left] = [[] as JsonValue[], new FolderTree(), new SkippedLists()];
    const lists: List[] = [];
    const filled = new Set<string>();
    const read = (bookmark: z.infer<typeof Bookmark>) => {
      for (const id of bookmark.lists ?? []) filled.add(id);
      return bookmarkItem(bookmark, tree);
    };
    const entries = ({ at, value }: JsonValue) => entriesOf(`item ${at}`, value, { item: Bookmark, read });
    for await (const one of values) {
      const list = one.list === 'lists' ? List.safeParse(one.value).data : undefined;
      if (list) {
        lists.push(list);
        tree.add(list.id, list.name, list.parentId);
      } else if (one.list !== 'bookmarks') left.add(one);
      else if ((one.value as { lists?: unknown[] } | null)?.lists?.length) waiting.push(one);
      else yield* entries(one);
    }
    for (const one of waiting) yield* entries(one);
    const empty = new EmptyFolders();
    for (const { id, name, description, query } of lists) {
      if (!query && !filled.has(id) && !tree.holds(id)) yield* empty.report('lists', name);
      const text = [description, query && `its search is ${query}`].filter(Boolean).join('; ');
      if (text !== '') yield folderRemark({ place: 'lists', name, text });
    }
    yield* empty.rest();
    yield* left.report();
  },
);

function bookmarkItem(bookmark: z.infer<typeof Bookmark>, tree: FolderTree): ParsedItem {
  const { id, createdAt, modifiedAt, title, tags, lists, content, note, archived, favourited, ...rest } = bookmark;
  const { type, url = '', sourceUrl = '', text = '', title: named = '', ...within } = content ?? { type: 'none' };
  // The page's description is in the file twice.
  const { description: about = '', imageUrl = '', ...inside } = within as { description?: string; imageUrl?: string };
  const { description, ...more } = { ...rest, description: rest.description || about };
  const address = url || sourceUrl || undefined;
  const isHere = type === 'link' || type === 'text';
  return {
    title: title || named,
    url: address,
    body: paragraphs(fromPlain(note), fromMarkdown(text), blockQuote(fromPlain(description))),
    tags,
    folders: lists?.length ? lists.map((id) => tree.pathOf(id)) : undefined,
    at: createdAt,
    source: id ? `karakeep:${id}` : undefined,
    changedAt: modifiedAt,
    state: address === undefined ? undefined : archived ? 'archived' : 'toread',
    favourite: favourited || undefined,
    aside: isHere ? undefined : ['the picture or file, which isn’t in this export'],
    imported: importedFrom(
      {
        ...more,
        content: {
          ...inside,
          ...(about !== description && { description: about }),
          ...(imageUrl !== more.imageUrl && { imageUrl }),
          ...(title && named !== title && { title: named }),
          ...(url && sourceUrl !== url && { sourceUrl }),
        },
        ...(archived && !address ? { archived } : {}),
      },
      [],
    ),
  };
}
