import { conclude, proofOptions } from './options.ts';
import { load } from './load/run.ts';

/**
 * `npm run load [-- --minutes N --rate N --seed N --json]`: finds how many requests a second of a day's mixture the product
 * answers with a p99 of 100 ms, goes on at 70 % of that (or at the given rate) for so many minutes, has ten members import
 * hostile files, and sends five times what was held. Nothing may fail, memory stays flat, the event loop never stands still
 * for 250 ms during imports, and what is too much is refused with 503 and Retry-After and forgotten afterwards.
 */
const { seed, json, amount, more } = proofOptions('minutes', 10);
console.error(`seed ${seed}`);
const rate = more['rate'] === undefined ? undefined : Number(more['rate']);
const { kinds, broken, ...figures } = await load({
  seconds: amount * 60,
  seed,
  rate,
  log: (text) => console.error(text),
});
conclude({ seed, minutes: amount, ...figures }, kinds, broken, json);
