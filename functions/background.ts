import type { Config } from '@netlify/functions';
import { runInBackground } from '../src/app/background.ts';

/** Tasks that take too long for an answer. */
export default runInBackground;

export const config: Config = { background: true, method: 'POST' };
