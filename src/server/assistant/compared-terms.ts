import { isGeneralWord } from '../../domain/text/general-words.ts';
import type { Sentence } from './sentences.ts';
import type { WeightedTerm } from './terms.ts';

type Said = Pick<Sentence, 'words' | 'terms' | 'said'>;
type Form = { times: number; word: string; lower: boolean; inside: boolean; number: number };
type Phrase = { times: number; parts: [string, string] };
/** Phrases by the numbers of their two terms: most of a text's pairs are said once, and need no text of their own. */
type Phrases = Map<number, Phrase>;

/** What a note is compared by, at most: more would cost every publishing. */
const kept = { terms: 20, phrases: 4 };
/** No text has so many different terms. */
const mostForms = 2 ** 20;
/** What a title, a heading, being a name and being a phrase add to how often a term is said; what part a general word has. */
const weights = { title: 1.5, heading: 0.7, name: 0.4, phrase: 1, general: 0.4 };

/**
 * What a note is compared with others by, the weightiest first: twenty terms, and four phrases of two that it
 * comes back to or has in its title as well. Weights are between 0 and 1. Only the note itself decides, whatever others say; names keep their
 * capitals in `word`.
 */
export function comparedTerms(
  sentences: readonly Said[],
  { title, headingTerms, language }: { title: Said; headingTerms: readonly string[]; language?: string | undefined },
): WeightedTerm[] {
  const forms = new Map<string, Form>();
  const phrases: Phrases = new Map();
  for (const sentence of sentences) read(sentence, forms, phrases);
  const titlePhrases: Phrases = new Map();
  // In many titles every word has a capital: theirs say nothing of names.
  read({ ...title, said: title.said.map(lowered), words: title.words.map(lowered) }, forms, titlePhrases, 0);

  const [inTitle, inHeadings] = [new Set(title.terms), new Set(headingTerms)];
  const found: { term: string; weight: number; word: string }[] = [];
  for (const [term, form] of forms) {
    const weight =
      1 +
      Math.log(Math.max(1, form.times)) +
      (inTitle.has(term) ? weights.title : 0) +
      (inHeadings.has(term) ? weights.heading : 0) +
      (isName(form) ? weights.name : 0);
    found.push({ term, weight: isGeneralWord(term, language) ? weight * weights.general : weight, word: shown(form) });
  }
  const terms = found.sort(byWeight).slice(0, kept.terms);
  const together: typeof found = [];
  for (const [pair, { times, parts }] of phrases) {
    const titled = titlePhrases.has(pair);
    if (times < 2 && !titled) continue;
    const word = parts.map((part) => shown(forms.get(part))).join(' ');
    together.push({
      term: parts.join(' '),
      weight: 1 + Math.log(times) + weights.phrase + (titled ? weights.title : 0),
      word,
    });
  }
  const all = [...terms, ...together.sort(byWeight).slice(0, kept.phrases)].sort(byWeight);
  const most = all[0]?.weight ?? 1;
  return all.map((one) => ({ ...one, weight: Math.round((one.weight / most) * 1000) / 1000 }));
}

/** Counts the terms of a sentence by how they are written, and those that follow each other. */
function read({ words, terms, said }: Said, forms: Map<string, Form>, phrases: Phrases, counted = 1) {
  let at = 0;
  let before: { term: string; number: number } | undefined;
  words.forEach((word, place) => {
    const term = word === said[at] ? terms[at] : undefined;
    if (term === undefined) {
      before = undefined;
      return;
    }
    at += 1;
    const form = formOf(forms, { term, word, place }, counted);
    if (before && before.term !== term && isSpaced(term)) {
      const pair = before.number * mostForms + form.number;
      const known = phrases.get(pair);
      if (known) known.times += 1;
      else phrases.set(pair, { times: 1, parts: [before.term, term] });
    }
    before = { term, number: form.number };
  });
}

function formOf(
  forms: Map<string, Form>,
  { term, word, place }: { term: string; word: string; place: number },
  times: number,
): Form {
  const lower = word === lowered(word);
  const known = forms.get(term);
  if (!known) {
    const form = { times, word, lower, inside: !lower && place > 0, number: forms.size };
    forms.set(term, form);
    return form;
  }
  if (times > 0) {
    known.times += times;
    if (lower) known.lower = true;
    else if (place > 0) known.inside = true;
  }
  return known;
}

const lowered = (word: string) => word.toLowerCase();
/** Always with a capital, and not only where a sentence begins. */
const isName = ({ inside, lower }: Form) => inside && !lower;
const shown = (form: Form | undefined) => (form === undefined ? '' : isName(form) ? form.word : lowered(form.word));
/** Of a script that parts its words by spaces, as a phrase is written. */
const isSpaced = (term: string) => (term.codePointAt(0) ?? 0) < 0x2e80;

function byWeight(one: { term: string; weight: number }, other: { term: string; weight: number }): number {
  return other.weight - one.weight || other.term.length - one.term.length || (one.term < other.term ? -1 : 1);
}
