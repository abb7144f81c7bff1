import path from 'node:path';
import { codeDigests } from '../build/code-digest.ts';
import { compiledDir, inSeconds, rendererOf } from '../build/renderer/renderer.ts';
import { compileFunctions } from './functions/bundles.ts';
import { projectDir } from './runtime.ts';
import { stripTypes } from './without-types.mjs';

/**
 * `npm run compile`: compiles everything that serving needs, templates, bundles of functions and scripts without types.
 * After it `npm run serve` needs no compilers, only the production packages, until the code changes.
 */
const began = performance.now();
stripTypes();
const dir = path.join(compiledDir(projectDir), 'renderer');
await rendererOf(projectDir, { dir, templates: codeDigests(projectDir).templates });
await compileFunctions({ directory: path.join(projectDir, 'functions'), projectDir });
console.log(`compiled templates and functions in ${inSeconds(performance.now() - began)}`);
