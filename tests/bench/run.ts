import { availableParallelism, cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureAnswers } from './answers.ts';
import { benchAssistant } from './assistant.ts';
import { benchBackup } from './backup.ts';
import { benchCapture } from './capture.ts';
import { benchTransfer } from './carry.ts';
import { benchCost } from './cost.ts';
import { benchDiscussion } from './discuss.ts';
import { benchFeeds } from './feeds.ts';
import { measureFirstCalls } from './first-call.ts';
import { benchInbox } from './inbox.ts';
import { benchLibrary } from './library.ts';
import { benchProduct } from './product.ts';
import { benchPublishing } from './publish.ts';
import { measureReader } from './reader.ts';
import { benchScrolling } from './scroll.ts';
import { benchSearch } from './search.ts';

/**
 * `npm run bench [-- publish] [--notes 30,1000] [--json]`: the figures of docs/figures.md, measured on the running product.
 * `answers` measures session, list and page at 200 calls a second, beside Hono with one GET to the same Redis.
 * `carry` measures bringing bookmarks in, and taking notes along in every format.
 * `cost` counts what a day of so many readers asks of the platform and of the store.
 * `discuss` measures threads, rankings and what each call sends to the store.
 * `feeds` measures making every feed of a site.
 * `first-call` measures what a function takes in a new process, built and run as on the platform.
 * `inbox` measures an inbox of 10,000 notifications alone, `search` the search index and queries in a browser.
 * `library` measures finding in one's own notes, beside MiniSearch and FlexSearch.
 * `assistant` measures what the reading assistant takes for a note of so many words.
 * `backup` measures backing up a store that is read and written, and restoring it.
 * `capture` measures reading a web page of so many KB, served by this machine.
 * `reader` measures first pages on a 3G network, beside the same text by Hugo, Eleventy and Starlight.
 * `scroll` measures scrolling through a library of so many notes in a browser.
 * `publish` measures publishing alone, beside other generators where they are installed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { notes: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const suites = {
  answers: { run: inTables(measureAnswers), sizes: '30' },
  assistant: { run: benchAssistant, sizes: '300,1000,10000' },
  backup: { run: benchBackup, sizes: '10000' },
  capture: { run: benchCapture, sizes: '100,1024' },
  product: { run: benchProduct, sizes: '30,1000' },
  carry: { run: benchTransfer, sizes: '1000,50000' },
  cost: { run: benchCost, sizes: '10,1000,100000' },
  discuss: { run: benchDiscussion, sizes: '100000' },
  feeds: { run: benchFeeds, sizes: '1000,10000' },
  'first-call': { run: inTables(measureFirstCalls), sizes: '30' },
  inbox: { run: benchInbox, sizes: '10000' },
  library: { run: benchLibrary, sizes: '50000' },
  reader: { run: inTables(measureReader), sizes: '30' },
  scroll: { run: benchScrolling, sizes: '50000' },
  search: { run: benchSearch, sizes: '1000,10000,100000' },
  publish: { run: benchPublishing, sizes: '1000,10000,100000' },
};
const [name = 'product'] = positionals;
const suite = Object.hasOwn(suites, name) ? suites[name as keyof typeof suites] : undefined;
if (!suite) throw new Error(`There is no bench called ${name}: there are ${Object.keys(suites).join(' and ')}.`);
const model = cpus()[0]?.model.trim() ?? 'unknown';
console.error(
  `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);
await suite.run((values.notes ?? suite.sizes).split(',').map(Number), { json: values.json });

/** Prints the results of each size before measuring the next. */
function inTables(measure: (notes: number) => Promise<object[]>) {
  return async (sizes: number[], { json }: { json: boolean }): Promise<void> => {
    for (const notes of sizes) {
      const rows = await measure(notes);
      if (json) console.log(JSON.stringify({ notes, rows }));
      else console.table(rows);
    }
  };
}
