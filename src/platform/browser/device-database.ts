/** Files that the browser stores by name, for data that is too much for text storage. */
export interface DeviceFiles {
  read(names: readonly string[]): Promise<(Uint8Array | undefined)[]>;
  /** Writes and removes all of these, or nothing: rejects if there is no room (a QuotaExceededError). */
  write(files: ReadonlyMap<string, Uint8Array>, removed: readonly string[]): Promise<void>;
  /** All files whose names begin with the prefix. */
  all(prefix: string): Promise<Uint8Array[]>;
  /** Removes every file. */
  clear(): Promise<void>;
}

const storeName = 'files';

/**
 * Opens a named database; rejects if the browser forbids it. `onRemoved` is called when another page deletes the database.
 */
export async function openDeviceFiles(name: string, onRemoved: () => void): Promise<DeviceFiles> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await settled(opening);
  database.onversionchange = () => {
    database.close();
    onRemoved();
  };

  async function writing(work: (files: IDBObjectStore) => void): Promise<void> {
    const transaction = database.transaction(storeName, 'readwrite', { durability: 'relaxed' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser did not write.'));
    });
    work(transaction.objectStore(storeName));
    return done;
  }

  const reading = () => database.transaction(storeName).objectStore(storeName);

  return {
    async read(names) {
      const files = reading();
      return Promise.all(names.map(async (name) => settled(files.get(name) as IDBRequest<Uint8Array | undefined>)));
    },
    write: async (files, removed) =>
      writing((store) => {
        for (const name of removed) store.delete(name);
        for (const [name, file] of files) store.put(file, name);
      }),
    async all(prefix) {
      const named = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      return settled(reading().getAll(named) as IDBRequest<Uint8Array[]>);
    },
    clear: async () => writing((store) => store.clear()),
  };
}

async function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser did not answer.'));
  });
}
