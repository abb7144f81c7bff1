export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Approximate size of an entry in addition to its key and its value, in bytes. */
const entryBytes = 500;

/** A cache of at most `limit` bytes that evicts the least recently used entries. */
export function recent<Value>(limit: number, bytesOf: (value: Value) => number): Recent<Value> {
  const entries = new Map<string, Value>();
  let bytes = 0;
  const sizeOf = (key: string, value: Value) => entryBytes + key.length + bytesOf(value);
  const drop = (key: string): Value | undefined => {
    const value = entries.get(key);
    if (value === undefined) return undefined;
    entries.delete(key);
    bytes -= sizeOf(key, value);
    return value;
  };
  const put = (key: string, value: Value) => {
    entries.set(key, value);
    bytes += sizeOf(key, value);
  };
  return {
    get(key) {
      const value = drop(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      // A large entry would drive out all others.
      if (sizeOf(key, value) * 4 > limit) return;
      put(key, value);
      for (const oldest of entries.keys()) {
        if (bytes <= limit) break;
        drop(oldest);
      }
    },
  };
}
