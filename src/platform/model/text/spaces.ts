/** Every stretch of white space but a single space, which most are already. */
const irregular = /\s{2,}|[^\S ]/gu;

/** A text with one space where it has white space, however much and of whatever kind. */
export function singleSpaced(text: string): string {
  return text.replace(irregular, ' ');
}
