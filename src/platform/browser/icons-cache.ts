import type { Icon } from '../model/icon.ts';
import { stored, type DeviceStorage } from './device-storage.ts';

const key = 'commonplace:icons';
const maxEntries = 50;
const freshMs = 168 * 60 * 60 * 1000;

type Entry = { icon: Icon; at: number };

/**
 * The last 50 icons, kept on this device for 168 hours. Works in memory where storage is forbidden, full or holds
 * rubbish. `now` is in milliseconds.
 */
export function createIconCache(storage?: DeviceStorage) {
  const kept = stored(key, keptEntries, storage);
  const entries = new Map(kept.get());
  return {
    get(name: string, now: number): Icon | undefined {
      const entry = entries.get(name);
      // A clock that was set back makes entries from the future: those are as good as old.
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

export type IconCache = ReturnType<typeof createIconCache>;

function keptEntries(kept: unknown): [string, Entry][] {
  return Array.isArray(kept) ? kept.filter(isKept).slice(-maxEntries) : [];
}

function isKept(value: unknown): value is [string, Entry] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const entry = value[1] as Partial<Entry> | null;
  return typeof entry?.at === 'number' && isIcon(entry.icon);
}

/** Whether this has the shape of an icon. Whether it is a mere drawing is asked when it is drawn. */
export function isIcon(value: unknown): value is Icon {
  const icon = value as Partial<Icon> | null | undefined;
  return typeof icon?.body === 'string' && typeof icon.width === 'number' && typeof icon.height === 'number';
}
