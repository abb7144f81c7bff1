import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** The options of every command here: a seed, which is printed, one number of its own, and whether to print JSON. */
export type ProofOptions = { seed: number; json: boolean; amount: number };

/** Reads `--seed N`, `--json` and the number named `name`. Throws if one is not a number. */
export function proofOptions(name: string, usual: number): ProofOptions & { more: Record<string, string | undefined> } {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      json: { type: 'boolean', default: false },
      [name]: { type: 'string', default: String(usual) },
      rate: { type: 'string' },
    },
  });
  const number = (text: unknown, what: string) => {
    const read = Number(text);
    if (!Number.isFinite(read) || read < 0) throw new Error(`--${what} must be a number, such as ${usual}.`);
    return read;
  };
  const seed = number(values.seed, 'seed');
  return { seed, json: values.json, amount: number(values[name as 'rate'], name), more: { rate: values.rate } };
}

/** Prints the results as a table or as one line of JSON, and exits with status 1 if a promise is broken. */
export function conclude(figures: object, table: readonly object[], broken: readonly string[], json: boolean): void {
  if (json) console.log(JSON.stringify({ ...figures, broken }));
  else {
    console.table(table);
    console.table([figures]);
    for (const promise of broken) console.log(`BROKEN: ${promise}`);
    console.log(broken.length === 0 ? 'Every promise was kept.' : `${broken.length} promises were broken.`);
  }
  process.exitCode = broken.length === 0 ? 0 : 1;
}
