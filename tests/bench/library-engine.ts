import { batchesOf, seededRandom } from '../support/seeded.ts';
import { libraryEngines } from './library-engines.ts';
import { keystrokes, libraryNotes, textOf } from './library-notes.ts';
import { percentile } from './person.ts';

/**
 * One engine over one size of library, in a process of its own: `node library-engine.ts 50000 own` prints one line of
 * JSON. An engine that passes its memory ends nobody else's run.
 */
const [size = '', name = ''] = process.argv.slice(2);
const engine = libraryEngines[name]?.();
if (!engine) throw new Error(`There is no engine called ${name}.`);

let [indexMs, text] = [0, 0];
for (const documents of batchesOf(libraryNotes(Number(size)), 500)) {
  for (const document of documents) text += new TextEncoder().encode(textOf(document)).length;
  indexMs += await timed(async () => engine.add(documents));
}
indexMs += await timed(async () => engine.settled());
const bytes = engine.bytes();
const building = engine.longest();
const memory = process.memoryUsage().rss;

await engine.search('ba');
const searches: number[] = [];
for (const asked of keystrokes(seededRandom(3))) searches.push(await timed(async () => engine.search(asked)));
const changes: number[] = [];
for (const document of libraryNotes(30, { from: 40, seed: 12 })) {
  changes.push(await timed(async () => engine.replace(document)));
}

console.log(
  JSON.stringify({
    engine: name,
    notes: Number(size),
    indexS: Number((indexMs / 1000).toFixed(1)),
    longestMs: building === undefined ? null : Math.round(building),
    textMb: Math.round(text / 1e6),
    ofText: bytes === undefined ? null : Number((bytes / text).toFixed(3)),
    memoryMb: Math.round(memory / 1e6),
    p50Ms: rounded(percentile(searches, 0.5)),
    p99Ms: rounded(percentile(searches, 0.99)),
    changeMs: rounded(percentile(changes, 0.5)),
    changeMaxMs: rounded(Math.max(...changes)),
  }),
);

/** CPU milliseconds of this thread: the machine is shared, and the engines are measured one after another. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function rounded(ms: number): number {
  return Number(ms.toFixed(1));
}
