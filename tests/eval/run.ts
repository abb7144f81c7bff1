import { parseArgs } from 'node:util';
import type { Figures } from './figures.ts';

/**
 * `npm run eval [-- retrieval …] [--json]`: how good what readers are given is, beside simpler ways of giving it. Each
 * measure is a module of its own that judges by a set written by people. `-- asking --set FILE` asks the questions of
 * another file than those that it was tuned by.
 */
type Options = { set?: string | undefined };
const measures: Record<string, () => Promise<{ measure: (options: Options) => Promise<Figures[]> }>> = {
  retrieval: () => import('./retrieval.ts'),
  related: () => import('./related.ts'),
  summaries: () => import('./summaries.ts'),
  tags: () => import('./tags.ts'),
  library: () => import('./library.ts'),
  asking: () => import('./asking.ts'),
  'answer-weights': () => import('./answer-weights.ts'),
  'for-you': () => import('./for-you.ts'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, set: { type: 'string' } },
});
if (values.set !== undefined && positionals.join() !== 'asking') throw new Error('Only asking takes another set.');
const names = positionals.length > 0 ? positionals : Object.keys(measures);
for (const name of names) {
  const load = Object.hasOwn(measures, name) ? measures[name] : undefined;
  if (!load) throw new Error(`There is no measure called ${name}: there are ${Object.keys(measures).join(', ')}.`);
  const { measure } = await load();
  const rows = await measure({ set: values.set });
  if (values.json) for (const row of rows) console.log(JSON.stringify({ measure: name, ...row }));
  else {
    for (const [part, own] of Map.groupBy(rows, ({ part }) => part)) {
      console.log(`\n${name}${part === undefined ? '' : `: ${part}`}`);
      console.table(own.map(({ part: _, ...row }) => row));
    }
  }
}
