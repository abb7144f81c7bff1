import * as z from 'zod';
import { attachmentsLeftOut, importedFrom } from '../../field-values.ts';
import { paragraphs, linkTo, fromMarkdown, fromPlain, literal } from '../../../model/as-markdown.ts';
import { itemEntry, type ParsedItem } from '../../file.ts';
import { confidenceOf, type Format } from '../../format.ts';
import { Flag, DateValue, Tags, Text } from '../fields.ts';
import { itemFrom } from '../parsed.ts';

const Line = z.looseObject({ text: Text, isChecked: Flag });
const Link = z.looseObject({ url: z.string(), title: Text });

/** A note of Google Keep, as Takeout writes it: one file for each. */
const Note = z.looseObject({
  title: Text,
  textContent: Text,
  listContent: z.array(Line).nullish(),
  labels: Tags,
  annotations: z.array(Link).nullish(),
  attachments: z.array(z.looseObject({ filePath: z.string() })).nullish(),
  createdTimestampUsec: DateValue,
  userEditedTimestampUsec: DateValue,
  isTrashed: Flag,
});

/** No note is longer, in characters. */
const longest = 4_000_000;

const inBin = 'This note was in the bin of Google Keep, so it was left out.';

export const keepJson: Format = {
  name: 'Google Keep (JSON)',
  confidence: ({ json }) =>
    confidenceOf(['isTrashed', 'isPinned', 'isArchived', 'userEditedTimestampUsec'], json()?.names),
  items: async function* (text) {
    let whole = '';
    for await (const part of text) if (whole.length <= longest) whole += part;
    const value = parsed(whole);
    const item = itemFrom(value, { item: Note, read: keepItem });
    const title = /"title"\s*:\s*"([^"]*)"/.exec(whole.slice(-longest))?.[1]?.slice(0, 300);
    if (item)
      yield (value as z.infer<typeof Note>).isTrashed === true
        ? { place: 'the file', title: item.title, why: inBin }
        : itemEntry('the file', item);
    else
      yield {
        place: 'the file',
        ...(title && { title }),
        why: 'This note is cut off, or isn’t in the form of Google Keep.',
      };
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A note with nothing but a link becomes a saved link. */
function keepItem({
  title,
  textContent,
  listContent,
  labels,
  annotations,
  attachments,
  ...rest
}: z.infer<typeof Note>): ParsedItem {
  // Skips the same text as HTML, and values that every note has.
  const { createdTimestampUsec: at, userEditedTimestampUsec: changedAt, textContentHtml: _, color, ...more } = rest;
  const { isTrashed: __, isPinned, isArchived, ...others } = more;
  const lines = (listContent ?? []).map(({ text, isChecked }) => `- [${isChecked ? 'x' : ' '}] ${literal(text)}`);
  const links = annotations ?? [];
  const [link] = links;
  const isLink = links.length === 1 && link && lines.length === 0 && textContent.replace(link.url, '').trim() === '';
  const otherLinks = isLink ? [] : links.filter(({ url }) => !textContent.includes(url));
  return {
    title: title || (isLink ? link.title : ''),
    ...(isLink && { url: link.url }),
    body: isLink
      ? undefined
      : paragraphs(
          fromPlain(textContent),
          fromMarkdown(lines.join('\n')),
          ...otherLinks.map((one) => linkTo(one.url, one.title)),
        ),
    tags: labels,
    ...{ at, changedAt },
    imported: importedFrom(
      {
        ...others,
        ...(isPinned !== false && { isPinned }),
        ...(isArchived !== false && { isArchived }),
        ...(color !== 'DEFAULT' && { color }),
        ...{ annotations: links, attachments: attachments?.map(({ filePath }) => filePath) },
      },
      [],
    ),
    aside: attachmentsLeftOut((attachments ?? []).map(({ filePath }) => filePath)),
  };
}
