/** Asks for each key once, as long as the result lives; what is not found is asked for again. */
export function remembered<Key, Found>(find: (key: Key) => Found): (key: Key) => Found {
  const known = new Map<Key, Found>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const fresh = find(key);
    known.set(key, fresh);
    return fresh;
  };
}

/** Makes it when it is first asked for: what takes long to make, and few calls need, keeps nobody waiting for the first. */
export function whenNeeded<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
