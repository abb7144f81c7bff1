import fc from 'fast-check';
import { addresses, marks } from '../../support/hostile/hostile-markdown.ts';
import { seededRandom } from '../../support/seeded.ts';

/** The random choices of one input, the same for the same seed and number. */
export interface Pick {
  /** From 0 up to but not including `below`. */
  int(below: number): number;
  of<Value>(list: readonly Value[]): Value;
  chance(share: number): boolean;
  value<Value>(arbitrary: fc.Arbitrary<Value>): Value;
  /** A text that people could have typed, of at most `max` characters and never blank. */
  text(max: number): string;
}

export function pickOf(seed: number, number: number): Pick {
  const random = seededRandom((Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) | 0);
  const int = (below: number) => Math.floor(random() * below);
  const of = <Value>(list: readonly Value[]) => list[int(list.length)] as Value;
  const value = <Value>(arbitrary: fc.Arbitrary<Value>) =>
    fc.sample(arbitrary, { seed: int(2 ** 31), numRuns: 1 })[0] as Value;
  return {
    int,
    of,
    value,
    chance: (share) => random() < share,
    text: (max) => {
      const text = value(typed).slice(0, max).toWellFormed().trim();
      return /[\p{L}\p{N}]/u.test(text) ? text : `word ${int(1e6)}`.slice(0, max);
    },
  };
}

const words = 'reading margin über 日本語 note كتاب שלום 🦉 the a of 3.14 naïve İstanbul ſs ﬁ Ⅳ e\u0301 👩‍👩‍👧'.split(' ');
const typed = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 }).map((all) => all.join(' ')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...marks, ...addresses, ...words), { maxLength: 40 })
      .map((all) => all.join('')),
  },
);

/**
 * Texts that have broken programs: escapes, control characters, bidirectional text, prototype keys, paths, patterns,
 * and sheer length.
 */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      '\u0000\u0001',
      '\r\nSet-Cookie: a=b',
      '\u202e\u2066',
      '\u200b\u200d\ufeff',
      '\ud800',
      'a\udc00b',
    ],
    ...['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'then', 'length', 'undefined', 'null', 'NaN', 'true'],
    ...[
      '0',
      '-1',
      '1e309',
      '9007199254740993',
      '12345',
      '0x10',
      '１２３',
      '../../../etc/passwd',
      '..%2f..',
      '%',
      '%00',
      '%ff',
    ],
    ...['%ED%A0%80', '%25%32%35', '*', 'note:*', '[a-z]*', '{1}', '${7*7}', '{{7*7}}', "' OR 1=1 --", '$(id)', '`id`'],
    ...[
      '\\',
      '\\u0000',
      '"',
      "'",
      '<!--',
      ']]>',
      '<script>alert(1)</script>',
      'a:b',
      ':',
      ';',
      ',',
      '|',
      '@',
      '#',
      '?',
      '&',
    ],
    ...['🦉'.repeat(2000), 'e\u0301\u0302\u0303'.repeat(500), 'a'.repeat(5000), 'ab '.repeat(20_000), '('.repeat(3000)],
    ...[
      '[['.repeat(2000),
      '> '.repeat(1500),
      '*_'.repeat(2000),
      '\n'.repeat(5000),
      '\t'.repeat(300),
      'x'.repeat(210_000),
      // Combining marks in the wrong order, which normalization sorts.
      `a${'\u0315'.repeat(45_000)}${'\u0300'.repeat(45_000)}`,
    ],
  ),
  fc.constantFrom(...addresses),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(fc.constantFrom(...marks), { maxLength: 200 }).map((all) => all.join('')),
);

/** Values that no field expects: other types, depths, sizes and keys. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, false, 0, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER + 2, -0, [], {}, [[]], [null], { length: -1 }],
      ...[nested(500), nested(3000), Array.from({ length: 5000 }, () => 0), JSON.parse('{"__proto__":{"admin":true}}')],
      { constructor: { prototype: { admin: true } }, toString: null, then: 1 },
    ),
  },
  { weight: 2, arbitrary: fc.anything({ maxDepth: 3, maxKeys: 5, withNullPrototype: false }).filter(isJson) },
);

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

function isJson(value: unknown): boolean {
  return (
    typeof value !== 'undefined' &&
    typeof value !== 'function' &&
    typeof value !== 'symbol' &&
    typeof value !== 'bigint'
  );
}

/** The same body with one fault: a missing or additional field, or a different value somewhere. */
export function nearly(body: unknown, pick: Pick): unknown {
  if (typeof body !== 'object' || body === null) return pick.value(hostileValue);
  if (Array.isArray(body)) return body.length === 0 ? [pick.value(hostileValue)] : swapped(body, pick);
  const names = Object.keys(body);
  const how = pick.int(10);
  if (how === 0 || names.length === 0) return { ...body, [pick.value(hostileText)]: pick.value(hostileValue) };
  const name = pick.of(names);
  const { [name]: held, ...rest } = body as Record<string, unknown>;
  if (how === 1) return rest;
  if (typeof held === 'object' && held !== null && how < 6) return { ...rest, [name]: nearly(held, pick) };
  if (typeof held === 'string' && how < 8) return { ...rest, [name]: pick.value(hostileText) };
  if (typeof held === 'number' && how < 8)
    return { ...rest, [name]: pick.of([0, -1, held + 1, 1e15, Number.MAX_SAFE_INTEGER, 0.1, -0]) };
  return { ...rest, [name]: pick.value(hostileValue) };
}

function swapped(list: unknown[], pick: Pick): unknown[] {
  const at = pick.int(list.length);
  return list.map((value, index) => (index === at ? nearly(value, pick) : value));
}

type Schema = Record<string, unknown>;

/** A random value that a JSON schema of the description allows; stricter rules need recipes. */
export function schemaValue(schema: Schema, pick: Pick): unknown {
  const either = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (either) return schemaValue(pick.of(either), pick);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return pick.of(schema['enum']);
  const between = (low: unknown, high: unknown) =>
    Number(low ?? 0) + pick.int(Math.min(1000, Number(high ?? 1000)) + 1);
  switch (schema['type']) {
    case 'object': {
      const required = (schema['required'] as string[] | undefined) ?? [];
      const fields = Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {});
      const sent = fields.filter(([name]) => required.includes(name) || pick.chance(0.5));
      return Object.fromEntries(sent.map(([name, field]) => [name, schemaValue(field, pick)]));
    }
    case 'array': {
      const few = Number(schema['minItems'] ?? 0) + pick.int(3);
      return Array.from({ length: few }, () => schemaValue((schema['items'] as Schema | undefined) ?? {}, pick));
    }
    case 'string':
      return schemaText(schema, pick);
    case 'integer':
      return between(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? -1) + 1, schema['maximum']);
    case 'number':
      return Number(schema['minimum'] ?? 0) + pick.int(1000) / 1000;
    case 'boolean':
      return pick.chance(0.5);
    case 'null':
      return null;
    default:
      return pick.text(40);
  }
}

function schemaText({ format, pattern, minLength = 0, maxLength = 60 }: Schema, pick: Pick): string {
  if (format === 'date-time') return new Date(1.7e12 + pick.int(1e9)).toISOString();
  if (format === 'uuid') return pick.value(fc.uuid());
  if (format === 'uri') return `https://example.org/${pick.int(1e6)}`;
  // Text for patterns with lookaheads cannot be generated: recipes provide it.
  if (typeof pattern === 'string' && !/\(\?<?[=!]/.test(pattern))
    return pick.value(fc.stringMatching(new RegExp(pattern)));
  return pick.text(Math.min(Number(maxLength), 60)).padEnd(Number(minLength), 'x');
}
