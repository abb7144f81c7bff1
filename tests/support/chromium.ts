import { systemBrowser } from '../../netlify/local/setup-chromium.mjs';

/** How to launch the browser that this machine has; without one, Playwright's own. Only root has to do without the sandbox. */
export function chromiumOptions(): { executablePath?: string; args: string[] } {
  const executablePath = systemBrowser();
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return executablePath ? { executablePath, args } : { args };
}
