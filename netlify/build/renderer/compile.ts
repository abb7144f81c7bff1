import { build } from 'astro';

/** Compiles the templates of the project in the folder that is named, into RENDERER_DIR. A program of its own. */
const [root = '.'] = process.argv.slice(2);
await build({ root, logLevel: process.env.BUILD_LOG_LEVEL === 'info' ? 'info' : 'warn' });
