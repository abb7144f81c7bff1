import * as z from 'zod';
import { limits } from '../../../../platform/model/limits.ts';
import { shortenedTo } from '../../../../platform/model/text/plain-text.ts';
import { importedFrom } from '../../field-values.ts';
import type { ParsedItem } from '../../file.ts';
import { DateValue } from '../fields.ts';
import { jsonFile, listEntries } from '../json.ts';
import type { JsonValue } from '../json-values.ts';
import { fromMarkdown } from '../../../model/as-markdown.ts';

type Block = { string: string; children?: Block[] | undefined; heading?: number | undefined };
const Block: z.ZodType<Block> = z.lazy(() =>
  z.looseObject({ string: z.string(), children: z.array(Block).optional(), heading: z.number().optional() }),
);

const Page = z.looseObject({
  ...{ title: z.string(), 'create-time': DateValue, 'edit-time': DateValue },
  children: z.array(Block).optional(),
});

/** Pages of nested lists. Links between pages are written as here; a reference to a block is replaced by the block's text. */
export const roamJson = jsonFile(
  'Roam Research (JSON)',
  ({ items, inner }) => {
    const there = items.get('') ?? new Set();
    const isPage = there.has('title') && (there.has('edit-time') || there.has('create-time'));
    // The title of a long page may follow its text.
    const isLong = there.size === 1 && there.has('children') && inner.has('string') && inner.has('create-time');
    return isPage || isLong ? 0.8 : 0;
  },
  (values) => {
    const texts = new Map<string, string>();
    return listEntries(withTexts(values, texts), { list: '', item: Page, read: (page) => pageOf(page, texts) });
  },
);

/** How much of the pages is held back at most until the texts of their blocks are known, in characters. */
const maxHeld = 8_000_000;
/** How much of a block's text replaces a reference to it, in characters. */
const longest = 300;

/** The pages, a few megabytes at a time, after the texts of all their blocks were collected. */
async function* withTexts(values: AsyncIterable<JsonValue>, texts: Map<string, string>): AsyncGenerator<JsonValue> {
  let [pages, size] = [[] as JsonValue[], 0];
  for await (const each of values) {
    pages.push(each);
    for (const { uid, string } of blocksIn(each.value)) {
      if (typeof uid !== 'string' || typeof string !== 'string') continue;
      texts.set(uid, shortenedTo(string, longest));
    }
    size += JSON.stringify(each.value).length;
    if (size <= maxHeld) continue;
    yield* pages;
    texts.clear();
    [pages, size] = [[], 0];
  }
  yield* pages;
}

type Fields = Record<string, unknown>;

/** All blocks of a page, each before those nested in it. */
function* blocksIn(page: unknown): Generator<Fields> {
  const { children } = (page ?? {}) as { children?: unknown };
  for (const block of Array.isArray(children) ? (children as unknown[]) : []) {
    if (typeof block === 'object' && block !== null) yield block as Fields;
    yield* blocksIn(block);
  }
}

function pageOf(page: z.infer<typeof Page>, texts: ReadonlyMap<string, string>): ParsedItem {
  const { title, children = [], 'create-time': at, 'edit-time': changedAt, uid, ...more } = page;
  const known = { texts, references: new Set<string>(), room: limits.bodyBytes };
  const fields = [...blocksIn(page)].flatMap(({ string: _, children: _children, heading: _heading, ...block }) =>
    Object.entries(block),
  );
  const blocks = [...Map.groupBy(fields, ([name]) => name)].map(
    ([name, all]) => [`blocks.${name}`, all.map(([, value]) => value)] as const,
  );
  return {
    title,
    body: fromMarkdown(listOf(children, '', (text) => resolved(text, known))),
    tags: [],
    at,
    changedAt,
    source: typeof uid === 'string' ? `roam:${uid}`.slice(0, 300) : undefined,
    imported: importedFrom({ ...more, references: [...known.references], ...Object.fromEntries(blocks) }, []),
  };
}

const reference =
  /\{\{(?:\[\[)?embed(?:\]\])?: ?\(\(([\w-]{1,40})\)\) ?\}\}|\[([^[\]\n]{1,300})\]\(\(\(([\w-]{1,40})\)\)\)|\(\(([\w-]{1,40})\)\)/g;

/** `room`: how many characters a page may still grow; its limit is more than a note can have. */
type Known = { texts: ReadonlyMap<string, string>; references: Set<string>; room: number };

/** Replaces references to blocks by their texts, recursively, unless the reference has a text of its own. */
function resolved(text: string, known: Known, depth = 3): string {
  return text.replace(reference, (written, embedded?: string, words?: string, named?: string, plain?: string) => {
    const uid = embedded ?? named ?? plain ?? '';
    const blockText = words ?? known.texts.get(uid);
    if (!known.texts.has(uid) || blockText === undefined || blockText.length > known.room || depth === 0)
      return written;
    known.room -= blockText.length;
    known.references.add(uid);
    return words ?? resolved(blockText, known, depth - 1);
  });
}

function listOf(blocks: readonly Block[], indent: string, toMarkdown: (text: string) => string): string {
  return blocks
    .map(({ string, children = [], heading = 0 }) => {
      const task = /^\{\{(?:\[\[)?(TODO|DONE)(?:\]\])?\}\}\s*/.exec(string);
      const mark = task
        ? `[${task[1] === 'DONE' ? 'x' : ' '}] `
        : heading > 0
          ? `${'#'.repeat(Math.min(6, heading))} `
          : '';
      const text = toMarkdown(string.slice(task?.[0].length ?? 0)).replaceAll('\n', `\n${indent}  `);
      return [`${indent}- ${mark}${text}`, listOf(children, `${indent}  `, toMarkdown)].filter(Boolean).join('\n');
    })
    .join('\n');
}
