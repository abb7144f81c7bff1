/** Concatenates byte arrays. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A size in readable form: `512 KB`, `3.4 MB`, `1 GB`. */
export function sizeInWords(bytes: number): string {
  const [unit, divisor] =
    bytes >= 1024 ** 3
      ? (['GB', 1024 ** 3] as const)
      : bytes >= 1024 ** 2
        ? (['MB', 1024 ** 2] as const)
        : (['KB', 1024] as const);
  return `${Number((bytes / divisor).toFixed(unit === 'KB' ? 0 : 1))} ${unit}`;
}
