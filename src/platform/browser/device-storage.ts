/**
 * Texts that the browser keeps under their keys. Nothing here throws: where storage is forbidden, nothing is found, and
 * where it is forbidden or full, `write` gives false and the caller does without.
 */
export interface DeviceStorage {
  read(key: string): string | undefined;
  /** Keeps a text; without one the key is forgotten. False where the browser refuses. */
  write(key: string, text: string | undefined): boolean;
  keys(): string[];
}

export function storageOn(area: () => Storage): DeviceStorage {
  function attempt<T, R>(run: (storage: Storage) => T, refused: R): T | R {
    try {
      return run(area());
    } catch {
      return refused;
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(key) ?? undefined, undefined),
    write: (key, text) =>
      attempt((storage) => {
        if (text === undefined) storage.removeItem(key);
        else storage.setItem(key, text);
        return true;
      }, false),
    keys: () => attempt((storage) => Object.keys(storage), []),
  };
}

/** Kept until somebody forgets it, and the same for all tabs. */
export const device = storageOn(() => localStorage);
/** Kept as long as the tab, and for it alone. */
export const tab = storageOn(() => sessionStorage);

/** A value of one type under one key. What concerns one person has the person in its key or in itself. */
export interface Stored<T> {
  get(): T | undefined;
  /** Keeps the value; `undefined` forgets it. False where the browser refuses. */
  set(value: T | undefined): boolean;
}

/** `from` makes the value of what was kept, which may be anything by now; it throws or gives undefined where it cannot. */
export function stored<T>(key: string, from: (kept: unknown) => T | undefined, storage = device): Stored<T> {
  return {
    get() {
      try {
        return from(JSON.parse(storage.read(key) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    set: (value) => storage.write(key, value === undefined ? undefined : JSON.stringify(value)),
  };
}

/** Deletes the database of this name (see `device-database.ts`) once every page that uses it has closed it. */
export function forgetDeviceFiles(name: string): void {
  try {
    indexedDB.deleteDatabase(name);
  } catch {
    // A browser that forbids databases has none to delete.
  }
}
