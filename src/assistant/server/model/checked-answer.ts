import { stopWordLanguages } from '../../../platform/model/text/languages.ts';
import { sentencesOf, singleSpaced, wordsOf } from '../../../platform/model/text/words.ts';
import type { WrittenSentence } from '../../model/questions.ts';
import { stemsOf } from '../answers/stems.ts';

/** A text that a model was sent, with the number under which it may cite it. */
export type Source = { number: number; title: string; text: string };

const bracketed = /\s*[[【]\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*[\]】]/gu;
const quotations = /“([^”]+)”|"([^"]+)"|«([^»]+)»|„([^“”]+)[“”]|「([^」]+)」|『([^』]+)』|‘([^’]{12,})’/gu;

/**
 * What may be shown of one sentence of a model, with the passages that it cites, and whether they support it. Undefined
 * if it says something that none of them has: a quotation that is not literally there, a number, or a name. A sentence
 * that cites no passage, or a missing one, is not supported. `asked` is a passage that the reader selected, which
 * supports too.
 */
export function checkedSentence(
  written: string,
  sources: readonly Source[],
  asked?: string,
): WrittenSentence | undefined {
  const named = [...written.matchAll(bracketed)].flatMap(([, numbers = '']) => numbersIn(numbers));
  const text = written
    .replace(bracketed, '')
    .replace(/\s+([.!?。])/gu, '$1')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const cited = sources.filter(({ number }) => named.includes(number));
  const cites = cited.map(({ number }) => number);
  const known = [...cited, ...(asked === undefined ? [] : [{ title: '', text: asked }])];
  // If it cites none, at least one of them has to contain what it says.
  const candidates = known.length > 0 ? known : sources;
  const sourceText = candidates.map((source) => `${source.title}\n${source.text}`).join('\n');
  if (!quotesStandIn(text, candidates) || !numbersStandIn(text, sourceText) || !namesStandIn(text, sourceText))
    return undefined;
  const invented = named.some((number) => !sources.some((source) => source.number === number));
  const supported = !invented && known.length > 0 && speaksOf(text, sourceText);
  return { text, cites, supported };
}

function numbersIn(numbers: string): number[] {
  return numbers.split(/\s*[,;]\s*/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/\s*[–-]\s*/).map(Number);
    return Array.from({ length: Math.min(Math.max(0, to - from), 20) + 1 }, (_, index) => from + index);
  });
}

const plain = (text: string) =>
  singleSpaced(text)
    .replace(/[’‘]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .trim();

function quotesStandIn(text: string, sources: readonly { title: string; text: string }[]): boolean {
  const texts = sources.flatMap((source) => [plain(source.title), plain(source.text)]);
  return [...text.matchAll(quotations)].every((quotation) => {
    const quoted = plain(quotation.slice(1).find(Boolean) ?? '');
    const parts = quoted.split(/\s*(?:…|\.{3}|\[…\])\s*/u).map((part) => part.replace(/[.,;:!?]+$/u, ''));
    return texts.some((one) => inOrder(one, parts));
  });
}

function inOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

const words =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`.split(/\s+/);
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const large: Record<string, number> = { hundred: 100, thousand: 1_000, million: 1e6, billion: 1e9 };

/** Every number that a text names, in figures or in English words, but 0 and 1: `one` is mostly not a number. */
function valuesIn(text: string): Set<number> {
  const values = new Set<number>();
  const figures = text.normalize('NFKC').matchAll(/\d+(?:[.,'’\u00a0\u202f]\d{3})*(?:[.,]\d+)?/gu);
  for (const [figure] of figures)
    values.add(Number(figure.replace(/[.,'’\u00a0\u202f](?=\d{3}(?!\d))/gu, '').replace(',', '.')));
  let value: number | undefined;
  for (const word of [...text.toLowerCase().matchAll(/\p{L}+|[.,;:!?]/gu)].map(([found]) => found).concat('.')) {
    const small = words.indexOf(word);
    const ten = tens.indexOf(word);
    const factor = large[word];
    if (small >= 0) value = (value ?? 0) + small;
    else if (ten >= 0) value = (value ?? 0) + (ten + 2) * 10;
    else if (factor !== undefined) value = (value ?? 1) * factor;
    else if (value !== undefined && word !== 'and') {
      values.add(value);
      value = undefined;
    }
  }
  values.delete(1);
  values.delete(0);
  return values;
}

function numbersStandIn(text: string, sourceText: string): boolean {
  const known = valuesIn(sourceText);
  return [...valuesIn(text)].every((value) => known.has(value));
}

/**
 * Capitalised words that do not begin a sentence. German capitalises every noun, so there only names of several words
 * count.
 */
const capitals = /(?<![.!?:…]["”»’)]?\s)(?<=[^\s]\s+["“«„(]?)\p{Lu}[\p{L}\p{M}'’-]+(?:\s\p{Lu}[\p{L}\p{M}'’-]+)*/gu;
const leading = /^["“«„(]?(\p{Lu}[\p{L}\p{M}'’-]+(?:\s\p{Lu}[\p{L}\p{M}'’-]+)+)/u;

function namesStandIn(text: string, sourceText: string): boolean {
  const german = languageOf(text) === 'de';
  const first = leading.exec(text)?.[1];
  const found = [...[...text.matchAll(capitals)].map(([name]) => name), ...(first ? [first] : [])];
  const names = found
    .map((name) => wordsOf(name).filter((word) => stopWordLanguages(word).length === 0))
    .filter(({ length }) => length > (german ? 1 : 0));
  const opening = /^["“«„(]?(\p{Lu}[\p{L}\p{M}-]+)/u.exec(text)?.[1];
  // The first word of a sentence is capitalised anyway.
  if (opening && !german && isName(opening)) names.push([opening]);
  const known = new Set(wordsOf(sourceText).map((word) => stem(word)));
  return names.flat().every((word) => known.has(stem(word)));
}

/** Whether a word is written as only names are: McCarthy, NASA. */
const isName = (word: string) => /\p{Ll}\p{Lu}/u.test(word) || /^\p{Lu}{2,}/u.test(word);

const stem = (word: string) => stemsOf(word, false)[0] ?? word.toLowerCase();

function languageOf(text: string): string | undefined {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text))
    for (const language of stopWordLanguages(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [best, second] = [...counts].sort(([, a], [, b]) => b - a);
  return best && best[1] > (second?.[1] ?? 0) ? best[0] : undefined;
}

/** Whether a sentence shares a meaningful word with its sources, if both are in one language. */
function speaksOf(text: string, sourceText: string): boolean {
  const telling = [
    ...new Set(
      wordsOf(text)
        .filter((word) => stopWordLanguages(word).length === 0)
        .map(stem),
    ),
  ];
  if (telling.length < 3 || languageOf(text) !== languageOf(sourceText)) return true;
  const known = new Set(stemsOf(sourceText, false));
  return telling.some((one) => known.has(one));
}

/** Citations behind the end of the sentence that they belong to. */
const behind = /([.!?。！？]+["”»’]?)((?:\s*[[【][\d\s,;–-]+[\]】])+)/gu;

/** Splits a text that arrives in pieces into whole sentences, each returned once what follows it has begun to arrive. */
export function wholeSentences() {
  let rest = '';
  const cut = (heldBack: number): string[] => {
    rest = rest.replace(behind, '$2$1');
    const parts = sentencesOf(rest);
    const ready = parts.slice(0, Math.max(0, parts.length - heldBack));
    const last = ready.at(-1);
    if (last) rest = rest.slice(last.start + last.text.length);
    return ready.map(({ text }) => text);
  };
  return {
    push(piece: string): string[] {
      rest += piece;
      return cut(2);
    },
    end: (): string[] => cut(0),
  };
}
