/** What a tag is made of once it is normalised. */
export const tagPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}+#.-]*$/u;

/** A tag as people type it, as the one lower-case word that is stored. The result may still break `tagPattern` or be too long. */
export function normalizeTag(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/^#+/, '')
    .toLowerCase()
    .replace(/[\s_/]+/g, '-');
}
