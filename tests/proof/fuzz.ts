import { fuzz } from './fuzz/run.ts';
import { conclude, proofOptions } from './options.ts';

/**
 * `npm run fuzz [-- --inputs N --seed N --json]`: valid, nearly valid and hostile inputs for every operation of the API's
 * description, with the state in which they succeed, and for every reader of formats, on a real Redis. None may be
 * answered 5xx or after more than 1 s, and what is refused writes nothing: every refused call is watched in the store.
 */
const { seed, json, amount } = proofOptions('inputs', 100_000);
console.error(`seed ${seed}`);
const began = performance.now();
const { rows, broken, never, ...figures } = await fuzz({ seed, inputs: amount, log: (text) => console.error(text) });
const seconds = Math.round((performance.now() - began) / 1000);
if (never.length > 0) console.error(`Never answered with success: ${never.join('; ')}`);
const table = rows.map((row) => ({ ...row, succeeded: `${Math.round((100 * row.ok) / row.inputs)} %` }));
conclude({ seed, ...figures, neverSucceeded: never.length, seconds }, table, broken, json);
