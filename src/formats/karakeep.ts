import { z } from 'zod';
import type { JsonFormat } from './json.ts';
import { moment } from './when.ts';
import { paragraphs } from './words.ts';

const Content = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('link'), url: z.string() }),
  z.looseObject({ type: z.literal('text'), text: z.string() }),
]);

/** `content` is null where a bookmark is a picture or a file, which the export does not hold. */
const Bookmark = z.looseObject({
  createdAt: z.unknown().optional(),
  title: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  content: Content.nullish().catch(null),
  note: z.string().nullish(),
  archived: z.boolean().nullish(),
});

export const karakeepJson: JsonFormat<z.infer<typeof Bookmark>> = {
  name: 'Karakeep (JSON)',
  list: 'bookmarks',
  known: ['createdAt', 'title', 'tags', 'content'],
  item: Bookmark,
  read: ({ createdAt, title, tags, content, note, archived }) => {
    const text = content?.type === 'text' ? content.text : undefined;
    const url = content?.type === 'link' ? content.url : undefined;
    if (!content && !note) return undefined;
    return {
      title: title ?? '',
      url,
      body: paragraphs(text, note ?? ''),
      tags: tags ?? [],
      at: moment(createdAt),
      state: url === undefined ? undefined : archived ? 'archived' : 'toread',
    };
  },
};
