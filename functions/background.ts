import type { Config } from '@netlify/functions';
import { runInBackground } from '../src/app/background.ts';

/** All that takes longer than an answer may. */
export default runInBackground;

export const config: Config = { background: true, method: 'POST' };
