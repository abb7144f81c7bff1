import { createHash } from 'node:crypto';

/** A version 7 UUID whose random part comes from `name`. */
export function sortableId(at: Date, name: string): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(`${time} ${name}`).digest('hex');
  const variant = ((Number.parseInt(rest.charAt(3), 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`;
}
