import { stringify } from 'yaml';

/**
 * YAML above a Markdown text. What is sure to mean the same to every reader of YAML, old ones included, is written as
 * it is; other words as JSON writes them, which YAML takes; and what is nested by the library, which takes a hundred
 * times as long.
 */
export function frontMatter(head: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(head).filter(([, value]) => value !== undefined);
  return `---\n${lines.map(([name, value]) => line(name, value)).join('')}---\n`;
}

function line(name: string, value: unknown): string {
  if (isScalar(value)) return `${name}: ${scalar(value)}\n`;
  if (!Array.isArray(value) || !value.every(isScalar)) return stringify({ [name]: value }, { lineWidth: 0 });
  return value.length === 0 ? `${name}: []\n` : `${name}:\n${value.map((each) => `  - ${scalar(each)}\n`).join('')}`;
}

type Scalar = string | number | boolean | null;

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

const words = /^\p{L}[\p{L}\p{M}\p{N} _.,;'’“”!?()/–-]*$/u;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const address = /^https?:\/\/[\w./?&=%~+-]+$/;
/** Words that are no text in one version of YAML or another. */
const taken = /^(y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

function scalar(value: Scalar): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = (words.test(value) && !value.endsWith(' ') && !taken.test(value)) || time.test(value);
  return isPlain || address.test(value) ? value : JSON.stringify(value);
}
