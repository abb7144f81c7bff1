import { build } from 'astro';

/** Compiles the templates of the project in the given folder into RENDERER_DIR. Run as a program of its own. */
const [root = '.'] = process.argv.slice(2);
await build({ root, logLevel: process.env.BUILD_LOG_LEVEL === 'info' ? 'info' : 'warn' });
