/** The page that a part of an address names: a whole number from 1, written as we write it. Undefined for anything else. */
export function pageNumber(part: string | undefined): number | undefined {
  return part !== undefined && /^[1-9]\d{0,6}$/.test(part) ? Number(part) : undefined;
}
