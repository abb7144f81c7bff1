/** BM25 as in the textbook over lower-case words of a title and text: what the search is measured against. */
export function plainBm25(notes: readonly { uuid: string; title: string; text: string }[]) {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counted = notes.map(({ uuid, title, text }) => {
    const words = wordsOf(`${title} ${text}`);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { uuid, length: words.length, counts };
  });
  const average = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  return (query: string): string[] => {
    const scores = counted.map(({ uuid, length, counts }) => {
      let score = 0;
      for (const word of new Set(wordsOf(query))) {
        const df = counted.filter((note) => note.counts.has(word)).length;
        const times = counts.get(word) ?? 0;
        const rarity = Math.log(1 + (counted.length - df + 0.5) / (df + 0.5));
        score += (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / average));
      }
      return { uuid, score };
    });
    return scores
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ uuid }) => uuid);
  };
}
