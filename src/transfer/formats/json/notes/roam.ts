import { z } from 'zod';
import { importedFrom } from '../../field-values.ts';
import type { Told } from '../../file.ts';
import { Moment } from '../fields.ts';
import { jsonReader } from '../json.ts';

type Block = { string: string; children?: Block[] | undefined; heading?: number | undefined };
const Block: z.ZodType<Block> = z.lazy(() =>
  z.looseObject({ string: z.string(), children: z.array(Block).optional(), heading: z.number().optional() }),
);

const Page = z.looseObject({
  ...{ title: z.string(), 'create-time': Moment, 'edit-time': Moment },
  children: z.array(Block).optional(),
});

/** Pages of lists within lists. Their links to each other are written like ours. */
export const roamJson = jsonReader({
  name: 'Roam Research (JSON)',
  list: '',
  known: ({ items }) => {
    const there = items.get('') ?? new Set();
    return there.has('title') && (there.has('edit-time') || there.has('create-time')) ? 0.8 : 0;
  },
  item: Page,
  read: ({ title, children = [], 'create-time': at, 'edit-time': changedAt, uid, ...more }): Told => ({
    title,
    body: listOf(children, ''),
    tags: [],
    at,
    changedAt,
    source: typeof uid === 'string' ? `roam:${uid}`.slice(0, 300) : undefined,
    imported: importedFrom(more, []),
  }),
});

function listOf(blocks: readonly Block[], indent: string): string {
  return blocks
    .map(({ string, children = [], heading = 0 }) => {
      const task = /^\{\{(?:\[\[)?(TODO|DONE)(?:\]\])?\}\}\s*/.exec(string);
      const mark = task
        ? `[${task[1] === 'DONE' ? 'x' : ' '}] `
        : heading > 0
          ? `${'#'.repeat(Math.min(6, heading))} `
          : '';
      const text = string.slice(task?.[0].length ?? 0).replaceAll('\n', `\n${indent}  `);
      return [`${indent}- ${mark}${text}`, listOf(children, `${indent}  `)].filter(Boolean).join('\n');
    })
    .join('\n');
}
