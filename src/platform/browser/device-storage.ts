/**
 * Texts that the browser stores by key. Nothing here throws: if storage is forbidden, reads find nothing; if it is
 * forbidden or full, `write` returns false and the caller does without.
 */
export interface DeviceStorage {
  read(key: string): string | undefined;
  /** Stores a text; without one, removes the key. False if the browser refuses. */
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

/** Stored until it is removed, and shared by all tabs. */
export const device = storageOn(() => localStorage);
/** Stored as long as the tab exists, and only for it. */
export const tab = storageOn(() => sessionStorage);

/** A value of one type under one key. Data about a person names the person in its key or its value. */
export interface Stored<T> {
  get(): T | undefined;
  /** Stores the value; `undefined` removes it. False if the browser refuses. */
  set(value: T | undefined): boolean;
}

/** `from` converts the stored value, which may be anything by now; it throws or returns undefined if it cannot. */
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
