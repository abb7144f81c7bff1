const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text in any script, as they stand there. */
export function wordsOf(text: string): string[] {
  return [...words.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** A word as it is compared: without case, accents and the short vowels that Arabic and Hebrew may leave out. */
export function comparable(word: string): string {
  return word
    .normalize('NFKD')
    .replace(
      /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Mn}])\p{Mn}/gu,
      '',
    )
    .toLowerCase()
    .normalize('NFC');
}

/** A text cut where words begin and end that are among the terms (comparable ones), with neighbours of one kind joined. */
export function highlighted(text: string, terms: ReadonlySet<string>): { text: string; hit: boolean }[] {
  const parts: { text: string; hit: boolean }[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const hit = isWordLike === true && terms.has(comparable(segment));
    const last = parts.at(-1);
    if (last && last.hit === hit && !hit) last.text += segment;
    else parts.push({ text: segment, hit });
  }
  return parts;
}
