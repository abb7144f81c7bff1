import { chaos } from './chaos/run.ts';
import { conclude, proofOptions } from './options.ts';

/**
 * `npm run chaos [-- --kills N --seed N --json]`: kills the running product, its store, its builds (before they take their
 * claim, too) and all of it together, while somebody writes and mail and model are away; then fills the disk of the store.
 * No acknowledged write may be lost, what is written afterwards is published within 15 s of the kill, and the doctor finds
 * nothing.
 */
const { seed, json, amount } = proofOptions('kills', 50);
console.error(`seed ${seed}`);
const { rows, broken, ...figures } = await chaos({ kills: amount, seed, log: (text) => console.error(text) });
conclude({ seed, ...figures }, rows, broken, json);
