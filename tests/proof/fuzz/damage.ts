import { hostileText, hostileValue, type Pick } from './values.ts';

/** A random mix of a format's own tokens, hostile texts, and values of any kind. */
export function textFrom(pieces: readonly string[], pick: Pick): string {
  const deep = pick.chance(0.1) ? pick.of(pieces).repeat(pick.of([10, 500, 5000])) : '';
  const parts = Array.from({ length: pick.int(120) }, () => {
    const kind = pick.int(10);
    if (kind === 0) return pick.value(hostileText).slice(0, 3000);
    if (kind === 1) return JSON.stringify(pick.value(hostileValue)).slice(0, 3000);
    return kind < 4 ? pick.text(40) : pick.of(pieces);
  });
  return pick.of(pieces) + deep + parts.join('');
}

/** A file damaged at random, as by a broken disk, a careless edit or an attacker. */
export function damageBytes(bytes: Uint8Array, pick: Pick): Uint8Array<ArrayBuffer> {
  let held = new Uint8Array(bytes);
  for (let times = 1 + pick.int(4); times > 0; times -= 1) {
    const [from, to] = [pick.int(held.length + 1), pick.int(held.length + 1)].sort((one, other) => one - other) as [
      number,
      number,
    ];
    const [head, middle, tail] = [held.subarray(0, from), held.subarray(from, to), held.subarray(to)];
    const how = pick.int(5);
    if (how === 0) held = joined([head, tail]);
    else if (how === 1)
      held = joined([head, ...Array.from({ length: 1 + pick.int(20) }, () => middle.subarray(0, 2000)), tail]);
    else if (how === 2) held = joined([head, bytesOf(pick.value(hostileText)), tail]);
    else if (how === 3) held = joined([head]);
    else
      for (let flips = 1 + pick.int(8); flips > 0 && held.length > 0; flips -= 1)
        held[pick.int(held.length)] = pick.int(256);
  }
  return held;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
