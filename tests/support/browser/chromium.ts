import { systemBrowser } from '../../../netlify/local/setup/programs.mjs';
import { fontsOf, type Face } from './fonts.ts';

/**
 * Launch options for this machine's browser with the test fonts; without one, for Playwright's own. Only root has to
 * run without the sandbox.
 */
export function chromiumOptions(face: Face = 'wide', args: readonly string[] = []) {
  const executablePath = systemBrowser();
  return {
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : [...args],
    env: { ...process.env, ...fontsOf(face) },
  };
}
