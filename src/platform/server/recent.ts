export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** What was asked for last, by its key, of at most `limit` bytes in all: what was not asked for longest goes first. */
export function recent<Value>(limit: number, bytesOf: (value: Value) => number): Recent<Value> {
  const held = new Map<string, Value>();
  let bytes = 0;
  const drop = (key: string): Value | undefined => {
    const value = held.get(key);
    if (value === undefined) return undefined;
    held.delete(key);
    bytes -= bytesOf(value);
    return value;
  };
  const put = (key: string, value: Value) => {
    held.set(key, value);
    bytes += bytesOf(value);
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
      if (bytesOf(value) * 4 > limit) return;
      put(key, value);
      for (const oldest of held.keys()) {
        if (bytes <= limit) break;
        drop(oldest);
      }
    },
  };
}

/** A body of bytes that are kept: as a stream they are not copied, which the bytes themselves would be with each answer. */
export function bodyOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
