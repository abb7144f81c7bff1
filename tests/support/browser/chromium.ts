import { systemBrowser } from '../../../netlify/local/setup/programs.mjs';
import { fontsOf, type Face } from './fonts.ts';

/**
 * How to launch the browser that this machine has, with the fonts of the tests; without one, Playwright's own. Only root
 * has to do without the sandbox.
 */
export function chromiumOptions(face: Face = 'wide', args: readonly string[] = []) {
  const executablePath = systemBrowser();
  return {
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : [...args],
    env: { ...process.env, ...fontsOf(face) },
  };
}
