import type { BrowserContext } from '@playwright/test';
import { storageOn } from '../../../src/platform/browser/device-storage.ts';

/** A browser's storage in memory, with these initial values. */
export function memoryStorage(texts: Readonly<Record<string, string>> = {}) {
  const area = memoryArea(texts);
  return storageOn(() => area);
}

/** The same as browsers have it. */
export function memoryArea(texts: Readonly<Record<string, string>> = {}): Storage {
  const area: Record<string, string> = { ...texts };
  const methods = {
    getItem: (key: string) => area[key] ?? null,
    setItem: (key: string, text: string) => void (area[key] = text),
    removeItem: (key: string) => void delete area[key],
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(area, name, { value });
  return area as unknown as Storage;
}

/** A browser that forbids storage. */
export const forbiddenStorage = storageOn(() => {
  throw new DOMException('denied', 'SecurityError');
});

/** A browser whose storage is full. */
export const fullStorage = storageOn(
  () =>
    ({
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    }) as unknown as Storage,
);

/** A browser that lets sites store nothing but cookies, in pages and in their workers. */
export async function forbidStorage(context: BrowserContext): Promise<void> {
  const forbid = () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      const get = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      Object.defineProperty(globalThis, name, { get });
    }
  };
  await context.addInitScript(forbid);
  await context.route(/index-worker/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${forbid.toString()})();${await response.text()}` });
  });
}
