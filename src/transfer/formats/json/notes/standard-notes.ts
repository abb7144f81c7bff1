import * as z from 'zod';
import { importedFrom } from '../../field-values.ts';
import { itemEntry, groupParts, type ReadEntry, type Part } from '../../file.ts';
import { confidenceOf } from '../../format.ts';
import { Flag, DateValue, Text } from '../fields.ts';
import { cutTo } from '../../../../platform/model/text/plain-text.ts';
import { titleOfRefused } from '../items-within.ts';
import { htmlText } from '../../markup/html-text.ts';
import { jsonFile, SkippedLists } from '../json.ts';
import { parsedAs } from '../parsed.ts';
import { fromMarkdown, fromPlain, literalSigns, targetOf, type Markdown } from '../../../model/as-markdown.ts';

const Reference = z.looseObject({ uuid: z.string() });

const Item = z.looseObject({
  uuid: z.string(),
  content_type: z.string(),
  created_at: DateValue,
  updated_at: DateValue,
});
const Note = Item.extend({
  content_type: z.literal('Note'),
  content: z.looseObject({ title: Text, text: Text, noteType: Text, trashed: Flag }),
});
const Tag = Item.extend({
  content_type: z.literal('Tag'),
  content: z.looseObject({ title: z.string(), references: z.array(Reference).nullish() }),
});

type Note = z.infer<typeof Note> & { odd?: object | undefined };
/** A tag, and the uuid of a note that has it. */
type Tagged = { tag: string; of: string };
const isTagged = (each: Note | Tagged): each is Tagged => 'tag' in each && 'of' in each;

/** Tags list the notes that have them, and may come before or after these. */
export const standardNotesJson = jsonFile(
  'Standard Notes (JSON)',
  ({ items }) => confidenceOf(['uuid', 'content_type', 'content', 'created_at'], items.get('items')),
  (values) => {
    const notes = new Set<string>();
    const parts = async function* (): AsyncGenerator<Part<Note | Tagged>> {
      const left = new SkippedLists();
      for await (const one of values) {
        const { at, value } = one;
        const place = `item ${at}`;
        const { content, content_type: kind } = (value ?? {}) as { content?: unknown; content_type?: unknown };
        const { data: note, odd } = parsedAs(Note, value) ?? {};
        const tag = Tag.safeParse(value).data;
        if (typeof content === 'string') yield { place, why: encrypted };
        else if (note?.content.trashed) yield { place, ...titleOfRefused(note.content), why: inTrash };
        else if (note) {
          notes.add(note.uuid);
          yield { key: note.uuid, place, value: { ...note, odd } };
        } else if (tag) {
          const { references, title } = tag.content;
          if (title.length > longestTag) yield { place, remark: tooLong };
          const short = cutTo(title, longestTag);
          for (const { uuid } of references ?? []) yield { key: uuid, place, value: { tag: short, of: uuid } };
        } else if (kind === 'Note')
          yield { place, ...titleOfRefused(content), why: 'This isn’t a note of Standard Notes.' };
        else left.add(one);
      }
      yield* left.report();
    };
    return groupParts(parts(), (values, place) => noteOf(values, place, notes));
  },
);

/** Each note with a tag repeats it, so its length is limited, in characters. */
const longestTag = 300;
const tooLong = `This tag has more than ${longestTag} characters. What follows them was left out.`;
const encrypted = 'It’s encrypted. In Standard Notes, export a decrypted backup and import that.';
const tooFar = 'This tag comes so long after its note in the file that the note was imported without it.';
const inTrash = 'It’s in the trash of Standard Notes.';

function noteOf(values: readonly (Note | Tagged)[], place: string, notes: ReadonlySet<string>): ReadEntry[] {
  const note = values.find((each): each is Note => !isTagged(each));
  const tagged = values.filter(isTagged);
  // Without a note here, the tags belong to a file, to a note in the trash, or to a note that was passed on long before.
  if (!note) return tagged.filter(({ of }) => notes.has(of)).map(({ tag }) => ({ place, title: tag, why: tooFar }));
  const tags = tagged.map(({ tag }) => tag);
  const { uuid, content_type: _kind, content, created_at: at, updated_at: changedAt, odd, ...more } = note;
  const { title, text, noteType, references: _references, preview_plain: _plain, ...inside } = content;
  const isSuper = noteType === 'super';
  const superText = isSuper ? wordsOf(text) : undefined;
  return [
    itemEntry(place, {
      ...{
        title,
        body: superText === undefined ? readerOf(noteType, inside['editorIdentifier'])(text) : fromMarkdown(superText),
        tags,
        at,
        changedAt,
      },
      source: `standardnotes:${uuid}`.slice(0, 300),
      imported: importedFrom({ ...more, ...inside, noteType, odd }, []),
      remarks:
        isSuper && superText !== undefined
          ? ['It’s a Super note, so its text was imported without formatting.']
          : undefined,
    }),
  ];
}

/** The reader for a note's kind of text; in older notes, that is the name of its editor. */
function readerOf(kind: string, editor: unknown): (text: string) => Markdown {
  if (kind === 'rich-text') return htmlText;
  const isMarkdown =
    kind === 'markdown' || kind === 'task' || (typeof editor === 'string' && /markdown|task/i.test(editor));
  return isMarkdown ? fromMarkdown : fromPlain;
}

/** The words of a Super note, which is stored as a tree, paragraph by paragraph. Undefined if it is not a Super note. */
function wordsOf(tree: string): string | undefined {
  try {
    const { root } = JSON.parse(tree) as { root: Node };
    return (root.children ?? []).map(wordsIn).join('\n\n').trim();
  } catch {
    return undefined;
  }
}

type Node = { text?: unknown; url?: unknown; type?: unknown; children?: Node[] };

/** The separators within a list, a table, its rows and its cells. */
const between: Readonly<Record<string, string>> = { list: '\n', table: '\n', tablerow: ' | ', tablecell: ' ' };

function wordsIn({ text, url, type, children = [] }: Node): string {
  if (type === 'linebreak') return '\n';
  const within = children.map(wordsIn).join(between[String(type)] ?? '');
  if (type === 'listitem') {
    const inner = within.replaceAll('\n', '\n  ');
    return children[0]?.type === 'list' ? `  ${inner}` : `- ${inner}`;
  }
  if (type === 'link' && typeof url === 'string') return `[${within}](${targetOf(url)})`;
  return typeof text === 'string' ? literalSigns(text) : within;
}
