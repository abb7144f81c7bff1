import { isGeneralWord } from '../../../platform/model/text/general-words.ts';
import type { WeightedTerm, Word } from './sentences.ts';

/** A term of a text: how often its sentences contain it, how it is spelt, and its number among the terms of the text. */
type Form = { term: string; times: number; word: string; lower: boolean; inside: boolean; number: number };
/** Adjacent terms, by both their numbers; counts are stored only for repeated pairs, which are few. */
type Pairs = { seen: Set<number>; repeated: Map<number, number> };

/** The terms of a text and its pairs of terms, counted. */
export type CountedTerms = {
  forms: ReadonlyMap<string, Form>;
  pairs: Pairs;
  titlePairs: Pairs;
  /** How often the sentences contain a term. */
  times: (term: string) => number;
  /** The terms in the sentences, with how often. */
  said: () => [term: string, times: number][];
};

/** The maximum by which a note is compared: more would slow down every publishing. */
const kept = { terms: 20, phrases: 4 };
/** More than the different terms of any text. Pairs of the first 16,000 are small integers, which are found fastest. */
const maxForms = 2 ** 17;
/** How much a title, a heading, being a name and being a phrase add to a term's frequency, and the factor of a general word. */
const weights = { title: 1.5, heading: 0.7, name: 0.4, phrase: 1, general: 0.4 };

/** Counts the terms of a text's sentences, and finds those of its title among them. */
export function countedTerms(sentences: readonly { words: readonly Word[] }[], title: readonly Word[]): CountedTerms {
  const forms = new Map<string, Form>();
  const pairs: Pairs = { seen: new Set(), repeated: new Map() };
  const titlePairs: Pairs = { seen: new Set(), repeated: new Map() };
  for (const { words } of sentences) read(words, forms, pairs);
  // In many titles every word is capitalised, so theirs show no names.
  read(title.map(lowered), forms, titlePairs, 0);
  return {
    forms,
    pairs,
    titlePairs,
    times: (term) => forms.get(term)?.times ?? 0,
    said: () => [...forms.values()].flatMap(({ term, times }) => (times > 0 ? [[term, times]] : [])),
  };
}

/**
 * What a note is compared with others by, by descending weight: twenty terms, and four phrases of two that it repeats or
 * that are also in its title. Weights are between 0 and 1. Only the note itself decides, not others. Names keep their
 * capitals in `word`.
 */
export function comparedTerms(
  { forms, pairs, titlePairs }: CountedTerms,
  {
    titleTerms,
    headingTerms,
    language,
  }: { titleTerms: readonly string[]; headingTerms: readonly string[]; language?: string | undefined },
): WeightedTerm[] {
  const [inTitle, inHeadings] = [new Set(titleTerms), new Set(headingTerms)];
  const found: { term: string; weight: number; form: Form }[] = [];
  for (const [term, form] of forms) {
    const weight =
      1 +
      Math.log(Math.max(1, form.times)) +
      (inTitle.has(term) ? weights.title : 0) +
      (inHeadings.has(term) ? weights.heading : 0) +
      (isName(form) ? weights.name : 0);
    found.push({ term, weight: isGeneralWord(term, language) ? weight * weights.general : weight, form });
  }
  const terms = found.sort(byWeight).slice(0, kept.terms);
  const together: WeightedTerm[] = [];
  const inOrder = [...forms.values()];
  const inBoth = [...titlePairs.seen].filter((pair) => pairs.seen.has(pair));
  for (const pair of new Set([...pairs.repeated.keys(), ...inBoth])) {
    const [times, titled] = [pairs.repeated.get(pair) ?? 1, titlePairs.seen.has(pair)];
    const parts = [inOrder[Math.floor(pair / maxForms)]!, inOrder[pair % maxForms]!];
    together.push({
      term: parts.map(({ term }) => term).join(' '),
      weight: 1 + Math.log(times) + weights.phrase + (titled ? weights.title : 0),
      word: parts.map(shown).join(' '),
    });
  }
  const all = [
    ...terms.map(({ term, weight, form }) => ({ term, weight, word: shown(form) })),
    ...together.sort(byWeight).slice(0, kept.phrases),
  ].sort(byWeight);
  const max = all[0]?.weight ?? 1;
  return all.map((one) => ({ ...one, weight: Math.round((one.weight / max) * 1000) / 1000 }));
}

/** Counts the terms of a sentence by how they are spelt, and adjacent pairs. */
function read(words: readonly Word[], forms: Map<string, Form>, pairs: Pairs, counted = 1) {
  let before: Form | undefined;
  words.forEach((word, place) => {
    const form = word.term === '' ? undefined : formOf(forms, word, { place, times: counted });
    if (form && before && before !== form && isSpaced(form.term)) {
      const pair = before.number * maxForms + form.number;
      if (pairs.seen.has(pair)) pairs.repeated.set(pair, (pairs.repeated.get(pair) ?? 1) + 1);
      else pairs.seen.add(pair);
    }
    before = form;
  });
}

function formOf(
  forms: Map<string, Form>,
  { term, written, lower }: Word,
  { place, times }: { place: number; times: number },
): Form {
  const isLower = written === lower;
  const known = forms.get(term);
  if (!known) {
    const form = { term, times, word: written, lower: isLower, inside: !isLower && place > 0, number: forms.size };
    forms.set(term, form);
    return form;
  }
  if (times > 0) {
    known.times += times;
    if (isLower) known.lower = true;
    else if (place > 0) known.inside = true;
  }
  return known;
}

const lowered = (word: Word): Word => ({ ...word, written: word.lower });
/** Always capitalised, and not only at the beginning of a sentence. */
const isName = ({ inside, lower }: Form) => inside && !lower;
const shown = (form: Form) => (isName(form) ? form.word : form.word.toLowerCase());
/** Whether its script separates words by spaces, as phrases need. */
const isSpaced = (term: string) => (term.codePointAt(0) ?? 0) < 0x2e80;

function byWeight(one: { term: string; weight: number }, other: { term: string; weight: number }): number {
  return other.weight - one.weight || other.term.length - one.term.length || (one.term < other.term ? -1 : 1);
}
