import path from 'node:path';
import { parseArgs } from 'node:util';
import { StartFailure } from './failure.ts';
import { causeOf } from '../../src/platform/model/cause.ts';

export interface Options {
  port: number;
  dataDir: string;
  /** Start without the first collection. */
  empty: boolean;
}

/** What the command line and the environment ask for. Throws `StartFailure` with one sentence. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
  const port = Number(env['PORT'] || 8888);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartFailure(`PORT must be a number from 0 to 65535, and is ${env['PORT']}.`);
  }
  return { port, dataDir: path.resolve(env['DATA_DIR'] || '.data'), empty: isEmptyAsked(args) };
}

function isEmptyAsked(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { empty: { type: 'boolean', default: false } } }).values.empty;
  } catch (error) {
    const what = causeOf(error);
    throw new StartFailure(`${what.replace(/\.?$/, '.')} The only option is --empty.`);
  }
}
