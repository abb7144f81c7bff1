export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** What an entry takes beside its key and its value, about, in bytes. */
const entryBytes = 500;

/** What was asked for last, by its key, of at most `limit` bytes in all: what was not asked for longest goes first. */
export function recent<Value>(limit: number, bytesOf: (value: Value) => number): Recent<Value> {
  const held = new Map<string, Value>();
  let bytes = 0;
  const sizeOf = (key: string, value: Value) => entryBytes + key.length + bytesOf(value);
  const drop = (key: string): Value | undefined => {
    const value = held.get(key);
    if (value === undefined) return undefined;
    held.delete(key);
    bytes -= sizeOf(key, value);
    return value;
  };
  const put = (key: string, value: Value) => {
    held.set(key, value);
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
      // One that is large would drive out all others.
      if (sizeOf(key, value) * 4 > limit) return;
      put(key, value);
      for (const oldest of held.keys()) {
        if (bytes <= limit) break;
        drop(oldest);
      }
    },
  };
}
