import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/*
 * What takes types out of scripts stays in Node's memory for as long as a process runs, about 12 MB. So this is done once,
 * for what changed, in a process that is about to end, and the product loads what was made then (`--import` this file).
 */
const projectDir = path.resolve(import.meta.dirname, '../..');
const madeDir = path.join(projectDir, '.compiled/scripts');
const projectUrl = pathToFileURL(projectDir).href + '/';

/** @param {string} file @param {string} source */
function madeOf(file, source) {
  const made = path.join(madeDir, `${file}.mjs`);
  // At the end, so that lines stay where they are.
  const mark = `\n//${hash('sha256', source)}`;
  try {
    const script = readFileSync(made, 'utf8');
    return { made, mark, script: script.endsWith(mark) ? script : undefined };
  } catch {
    return { made, mark, script: undefined };
  }
}

/** Takes the types out of all scripts that changed since. Where nothing can be written, the product starts all the same. */
export function stripTypes() {
  try {
    for (const file of globSync('{src,netlify}/**/*.ts', { cwd: projectDir })) {
      const source = readFileSync(path.join(projectDir, file), 'utf8');
      const { made, mark, script } = madeOf(file, source);
      if (script !== undefined) continue;
      mkdirSync(path.dirname(made), { recursive: true });
      // Another process may be loading it.
      const part = `${made}.${process.pid}`;
      writeFileSync(part, stripTypeScriptTypes(source) + mark);
      renameSync(part, made);
    }
  } catch (error) {
    console.warn('Scripts without their types are not kept, which takes more memory:', error);
  }
}

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(projectUrl) || !url.endsWith('.ts')) return next(url, context);
    const file = fileURLToPath(url);
    const { script } = madeOf(path.relative(projectDir, file), readFileSync(file, 'utf8'));
    return script === undefined ? next(url, context) : { format: 'module', source: script, shortCircuit: true };
  },
});
