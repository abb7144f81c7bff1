import type { DeviceFiles } from '../../../src/platform/browser/device-database.ts';

/** Index files in memory. `refuse` makes the next writes fail, as on a full disk. */
export function memoryFiles(): DeviceFiles & { files: Map<string, Uint8Array>; refuse: boolean } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    refuse: false,
    read: async (names) => names.map((name) => files.get(name)),
    async write(more, removed) {
      if (this.refuse) throw new Error('The storage is full.');
      for (const name of removed) files.delete(name);
      for (const [name, file] of more) files.set(name, file);
    },
    all: async (prefix) => [...files].flatMap(([name, file]) => (name.startsWith(prefix) ? [file] : [])),
    clear: async () => files.clear(),
  };
}
