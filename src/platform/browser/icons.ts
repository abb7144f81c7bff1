import { parseIconName, svgOf } from '../model/icon.ts';
import { createIconCache, isIcon, type IconCache } from './icons-cache.ts';
import { createThrottledLog } from './icons-log.ts';

const timeoutMs = 500;

type Surroundings = { cache: IconCache; warn: (line: string) => void; now: () => number; base?: string };

/**
 * Draws icons by their names, such as `lucide:book`: from this device's cache, else from our API within 500 ms.
 * Undefined when there is none; the reason is a warning in the console, and nothing that visitors see. Never throws.
 */
export function createIconLoader({ cache, warn, now, base = '' }: Surroundings) {
  const log = createThrottledLog(warn);
  const loading = new Map<string, Promise<string | undefined>>();

  async function load(name: string): Promise<string | undefined> {
    const parsed = parseIconName(name);
    if (!parsed) return fail(name, 'it is no icon name');
    const kept = cache.get(name, now());
    const known = kept && svgOf(name, kept);
    if (known) return known;
    try {
      const response = await fetch(`${base}/api/_icon/${parsed.collection}.json?icons=${parsed.icon}`, {
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) return fail(name, `the answer was ${response.status}`);
      const icon = ((await response.json()) as { icons?: Record<string, unknown> } | null)?.icons?.[parsed.icon];
      if (!isIcon(icon)) return fail(name, 'nobody has it');
      const svg = svgOf(name, icon);
      if (svg === undefined) return fail(name, 'it is more than a drawing');
      cache.set(name, icon, now());
      return svg;
    } catch (error) {
      return fail(name, error instanceof Error && error.name === 'TimeoutError' ? 'it took too long' : String(error));
    }
  }

  function fail(name: string, why: string): undefined {
    log(`The icon ${JSON.stringify(name.slice(0, 100))} cannot be shown: ${why}.`, now());
  }

  return (name: string): Promise<string | undefined> => {
    const started = loading.get(name) ?? load(name).finally(() => loading.delete(name));
    loading.set(name, started);
    return started;
  };
}

let shared: ReturnType<typeof createIconLoader> | undefined;

/** The page's one loader. */
export function loadIcon(name: string): Promise<string | undefined> {
  shared ??= createIconLoader({ cache: createIconCache(), warn: (line) => console.warn(line), now: Date.now });
  return shared(name);
}

/** Fills every place that waits for an icon (`data-icon` names it). A place whose icon fails stays empty. */
export async function showIcons(places: Iterable<HTMLElement>): Promise<void> {
  for (const place of places) {
    const svg = await loadIcon(place.dataset.icon ?? '');
    // It is checked to be nothing but shapes and paint.
    if (svg) place.innerHTML = svg;
  }
}
