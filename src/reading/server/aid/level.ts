import type { ReadingLevel } from '../../../notes/model/reading-aid.ts';
import type { Sentence } from './sentences.ts';

/** Fewer words tell nothing. */
const enoughWords = 100;
const longWord = 6;
const lastOfCyrillic = 0x52f;

/**
 * How hard a text is to read, by LIX (words a sentence, plus the share of words of more than six letters), which was made
 * for no one language. Undefined for short texts, and in scripts whose words have no such lengths.
 */
export function levelOf(sentences: readonly Sentence[]): ReadingLevel | undefined {
  let words = 0;
  let long = 0;
  let others = 0;
  for (const sentence of sentences) {
    words += sentence.words.length;
    for (const { written } of sentence.words) {
      if (written.charCodeAt(0) > lastOfCyrillic) others += 1;
      else if (written.length > longWord) long += 1;
    }
  }
  if (words < enoughWords || others > words / 10) return undefined;
  const lix = words / sentences.length + (100 * long) / words;
  return lix < 35 ? 'easy' : lix < 50 ? 'medium' : 'demanding';
}
