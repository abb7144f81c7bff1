/** Memoises `find`: it is called once for each key, and again only while its result is undefined. */
export function memoized<Key, Found>(find: (key: Key) => Found): (key: Key) => Found {
  const known = new Map<Key, Found>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const fresh = find(key);
    known.set(key, fresh);
    return fresh;
  };
}

/** Makes a value when it is first needed, so that one which is slow to make and rarely used does not delay the start. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
