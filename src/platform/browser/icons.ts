import { parseIconName, svgOf, type Icon } from '../model/icon.ts';
import { lazy } from '../model/memoized.ts';
import { stored, type DeviceStorage } from './device-storage.ts';

const key = 'commonplace:icons';
const maxEntries = 50;
const freshMs = 168 * 60 * 60 * 1000;

type Entry = { icon: Icon; at: number };

/**
 * The last 50 icons, kept on this device for 168 hours. Works in memory if storage is forbidden, full or corrupt. `now` is
 * in milliseconds.
 */
export function createIconCache(storage?: DeviceStorage) {
  const kept = stored(key, keptEntries, storage);
  const entries = new Map(kept.get());
  return {
    get(name: string, now: number): Icon | undefined {
      const entry = entries.get(name);
      // After a clock was set back, entries come from the future and count as old.
      return entry && Math.abs(now - entry.at) < freshMs ? entry.icon : undefined;
    },
    set(name: string, icon: Icon, now: number): void {
      entries.delete(name);
      entries.set(name, { icon, at: now });
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
      kept.set([...entries]);
    },
  };
}

type IconCache = ReturnType<typeof createIconCache>;

function keptEntries(kept: unknown): [string, Entry][] {
  return Array.isArray(kept) ? kept.filter(isKept).slice(-maxEntries) : [];
}

function isKept(value: unknown): value is [string, Entry] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const entry = value[1] as Partial<Entry> | null;
  return typeof entry?.at === 'number' && isIcon(entry.icon);
}

/** Whether this has the shape of an icon. `svgOf` checks that its body only draws. */
function isIcon(value: unknown): value is Icon {
  const icon = value as Partial<Icon> | null | undefined;
  return typeof icon?.body === 'string' && typeof icon.width === 'number' && typeof icon.height === 'number';
}

const throttleMs = 1_000;
const repeatsShown = 5;

/**
 * A log that cannot flood the console. Of identical lines, each within 1000 ms of the last, the first five are written and
 * the rest counted. The count is written before the next different line. `now` is in milliseconds.
 */
export function createThrottledLog(write: (line: string) => void): (line: string, now: number) => void {
  let last = { line: '', at: Number.NEGATIVE_INFINITY, count: 0 };
  return (line, now) => {
    const repeated = line === last.line && now - last.at < throttleMs;
    if (!repeated && last.count > repeatsShown) write(`${last.line} (${last.count - repeatsShown} more times)`);
    last = { line, at: now, count: repeated ? last.count + 1 : 1 };
    if (last.count <= repeatsShown) write(line);
  };
}

const timeoutMs = 500;

type Surroundings = { cache: IconCache; warn: (line: string) => void; now: () => number; base?: string };

/**
 * Draws icons by name, such as `lucide:book`: from this device's cache, else from our API within 500 ms. Undefined if that
 * fails; the reason is a warning in the console, which visitors do not see. Never throws.
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

/** The icon loader of the page. */
const loader = lazy(() =>
  createIconLoader({ cache: createIconCache(), warn: (line) => console.warn(line), now: Date.now }),
);

export const loadIcon = (name: string): Promise<string | undefined> => loader()(name);

/** Fills every element that waits for an icon, which `data-icon` names. If an icon fails, its element stays empty. */
export async function showIcons(places: Iterable<HTMLElement>): Promise<void> {
  for (const place of places) {
    const svg = await loadIcon(place.dataset.icon ?? '');
    // `svgOf` has checked that it contains only shapes and paint.
    if (svg) place.innerHTML = svg;
  }
}
