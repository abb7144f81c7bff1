import type { Kind, Question } from './question.ts';
import { stemsOf } from './stems.ts';

/** Only the beginning of a longer sentence is judged, since some expressions search from every character. In characters. */
const longest = 2_000;

/** How clearly a text has what an answer to the question needs: 2 clearly, 1 perhaps, 0 not at all. */
export function answerCue({ kind, language, stems, compares, counted, measures }: Question, whole: string): 0 | 1 | 2 {
  let text = whole.slice(0, longest);
  if (kind === 'who') return namesSomebody(text, new Set(stems), language === 'de');
  if (compares) return comparative.test(text) ? 2 : 1;
  const [plain, perhaps] = marks[kind];
  if (kind === 'how many') text = (counted === undefined ? text.replace(oneself, ' ') : text).replace(years, ' ');
  if (measures === 'often') return often.test(text) ? 2 : 1;
  if (measures === 'length') return withUnit.test(text) ? 2 : plain.test(text) ? 1 : 0;
  if (counted !== undefined && plain.test(text)) return countedIn(text, counted);
  return plain.test(text) ? 2 : perhaps.test(text) ? 1 : 0;
}

const comparative =
  /(?<!\p{L})(?:better|worse|more|less|than|faster|slower|larger|smaller|reversed|difference|differs?|while|whereas|besser|mehr|anders|mieux|plus|moins|ein\w+ \w+ als)(?!\p{L})|[;；]|より|変わ|違/iu;

/** 2 if a number precedes the thing that is counted, 1 if the thing is not named, 0 if other things are counted. */
function countedIn(text: string, thing: string): 0 | 1 | 2 {
  const words = text.split(/\s+/u);
  const at = words.flatMap((word, index) => (stemsOf(word).includes(thing) ? [index] : []));
  if (at.length === 0) return 1;
  if (fraction.test(text)) return 2;
  return at.some((end) =>
    marks['how many'][0].test(
      words
        .slice(Math.max(0, end - 4), end + 1)
        .join(' ')
        .replace(apart, ''),
    ),
  )
    ? 2
    : 0;
}

const apart = /^.*(?:[,;:]|(?<!\p{L})(?:and|und|et))(?=\s)/u;
const fraction =
  /(?<!\p{L})(?:half|(?:a|one|two) thirds?|quarters?|per cent|percent|tenth|Hälfte|Drittel|Viertel|Prozent|moitié|tiers|quart)(?!\p{L})|%/iu;

/** Numbers that do not count anything: years, ordinals, and `one` for somebody or something. */
const years =
  /第[一二三四五六七八九十百千]+|(?<![\p{L}\d.,-])(?:1[0-9]|20)\d\d(?![\d,%-]|\.\d)(?=[\s.,;:)]|$)(?!\s\p{Ll}+s\b)/gu;
const oneself =
  /(?<!\p{L})(?:one|no one)(?!\p{L}| (?:hour|minute|second|day|week|month|year|in|of every|third|half|hundred|thousand))/giu;

const months =
  `january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli
  |oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre`.replace(
    /\s/g,
    '',
  );
const numbers =
  `zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety
  |hundred|thousand|million|half|quarter|once|twice|hour|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwanzig|dreißig
  |hundert|tausend|drittel|viertel|einmal|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|vingt|cent|mille|dizaine`.replace(
    /\s/g,
    '',
  );
const often =
  /(?<!\p{L})(?:once|twice|times|daily|weekly|monthly|yearly|annually|every|each|always|never|seldom|rarely|einmal|zweimal|\p{L}*mal|jede[nrs]?|täglich|wöchentlich|fois|chaque|toujours|jamais)(?!\p{L})|回|毎|बार|हर|مرة|كل/iu;
/** The lookbehind lets a number match only from its beginning. Otherwise 200 KB of digits would be tried from every digit. */
const withUnit = new RegExp(
  `(?<![\\p{L}\\d.,])(?:\\d[\\d.,]*|an?|${numbers}|few|several|many|zwei|einen?|une?)(?:[\\s-]\\p{L}+){0,2}[\\s-](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|weekends?|nights?|centur(?:y|ies)|decades?|met(?:re|er)s?|feet|foot|inch(?:es)?|miles?|kilomet(?:re|er)s?|cm|mm|km|m|grams?|kilos?|tons?|tonnes?|pounds?|characters?|words?|letters?|lines?|pages?|arms?|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?|Jahrhunderte?n?|Metern?|Seiten?|Zeilen?|secondes?|heures?|jours?|semaines?|mois|ans?|années?|siècles?|mètres?|lignes?)(?!\\p{L})`,
  'iu',
);
const one = (words: string, more = '') => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})${more && `|${more}`}`, 'iu');
const never = /(?!)/;

const marks: Record<Kind, [plain: RegExp, perhaps: RegExp]> = {
  who: [never, never],
  when: [
    one(`1\\d{3}|20\\d\\d|\\d+(?:st|nd|rd|th) century|${months}`, '\\d+年|世紀|सदी|قرن|سنة'),
    one(
      `century|year|years|day|since|when|whenever|until|before|after|during|autumn|winter|summer|spring|Jahrhundert|Jahre?|nach|seit|als|wenn|siècle|ans?|année|depuis|lorsque`,
      'ころ|頃|時|とき|साल|समय|منذ|عام|يوم|حين|عند',
    ),
  ],
  where: [
    /(?<!\p{L})(?:in|at|on|near|from|to|into|of|under|behind|above|across|over|zu|aus|bei|auf|an|nach|im|à|au|aux|en|dans|chez|sur) (?:the |der |dem |den |die |la |le |les |l’|an? |une? |einem |einer )?(?:[\p{L}-]+ ){0,2}\p{Lu}\p{Ll}+|في|عند|में|पर|[でに]/u,
    one(
      `in|at|on|near|from|to|into|under|behind|above|beside|beneath|between|inside|outside|aus|bei|auf|an|nach|im|unter|über|à|au|aux|en|dans|chez|sur|sous`,
    ),
  ],
  why: [
    one(
      `because|since|so that|reason|reasons|therefore|in order|otherwise|weil|denn|da|damit|deshalb|daher|um|parce|car|puisque|afin|oblige|interdit`,
      ', so |から|ため|ので|क्योंकि|इसलिए|इसीलिए|ताकि|لأن|لكي|ليـ|لذلك',
    ),
    one(`to|would|means|if|as|no|not|needs?|needed|cannot|must`, 'ل\\p{L}{4,}'),
  ],
  'how many': [
    one(
      `${numbers}|(?:a|one|two)\\sthirds?`,
      '(?<![\\p{L}-])\\d|[一二三四五六七八九十百千]つ?|एक|दो|तीन|चार|सौ|हज़ार|ثلاث|اثن|أربع|خمس|عشر|مئة|ألف',
    ),
    one(`all|none|most|few|several|dozens?|long as|alle|keine?|tous|aucun`),
  ],
  how: [
    one(
      `by|if|with|then|first|use|put|ask|write|read|go|turn|take|look|wait|indem|mit|man|avec|puis|en`,
      'で|して|से|कर',
    ),
    /./u,
  ],
  what: [/./u, never],
  whether: [
    one(
      `not|never|no|hardly|unlikely|wrong|disagree|really|true|nicht|kein\\p{L}*|erst|nie|ne|pas|jamais|contraire`,
      'ない|नहीं|لا|لم|ليس',
    ),
    /./u,
  ],
};

const named =
  /(?<=[\p{L}\p{N},;:’)]\s(?:[«“"]?))\p{Lu}\p{Ll}+(?:[\s-](?:(?:de|of|von|van|al|la|le)\s)?\p{Lu}\p{Ll}+)*/gu;
const leading = /^\p{Lu}\p{Ll}+(?:\s(?:(?:de|of|von|van|al|la|le)\s)?\p{Lu}\p{L}+)+/gu;

/** Words for people who act without being named. */
const persons =
  /(?<!\p{L})(?:colleagues?|friends?|pupils?|students?|scholars?|printers?|merchants?|monks?|priests?|kings?|queens?|brothers?|sisters?|mother|father|grandmother|uncle|aunts?|nobody|commission|committee|schoolmasters?|librarians?|typists?|workers?|miners?|soldiers?|farmers?|people|Meister|Kaufleute|Freund\p{L}*|Schüler\p{L}*|amis?|élèves?)(?!\p{L})/u;

/** How clearly a text names somebody who is not in the question. Scripts without capitals cannot tell; German capitalises all nouns. */
function namesSomebody(text: string, asked: ReadonlySet<string>, german: boolean): 0 | 1 | 2 {
  if (/[^\p{Script=Latin}\P{L}]/u.test(text.slice(0, 40))) return 1;
  const first = [...text.matchAll(leading)].filter(([name]) => !german || /\s\S+\s/u.test(name));
  const names = [...text.matchAll(named), ...first].map(([name]) => name);
  const fresh = names.filter(
    (name) =>
      (!german || name.includes(' ')) &&
      !name.split(/[\s-]/).some((part) => stemsOf(part).some((stem) => asked.has(stem))),
  );
  if (fresh.length > 0) return 2;
  const person = persons.exec(text)?.[0];
  if (person && !stemsOf(person).some((stem) => asked.has(stem))) return 2;
  return /^\p{Lu}/u.test(text) ? 1 : 0;
}

const copula =
  /(?<!\p{L})(?:is|are|was|were|means?|meant|called|describes?|ist|sind|heißt|nennt|bedeutet|est|sont|était|appelait|appelle|désigne)(?!\p{L})|とは|である|हैं?|कहते|كتاب|وعاء|[:,]/iu;
const naming = /(?<!\p{L})(?:called|named|imagined|heißt|genannt|appelait|means|is the|is a)(?!\p{L})|कहते/iu;
const opens =
  /^(?:[“"«„]?)(?:it|its|he|his|she|her|they|their|them|this|that|these|those|such|the former|the latter|er|sie|es|dies\p{L}*|ihr\p{L}*|sein\p{L}*|il|elle|ils|elles|cela|ce|cette|ces|lui|そ\p{L}|これ|それ|وهو|وهي|هذا|هذه|यह|ये|वे|वह|उस\p{L}*|इस\p{L}*)(?!\p{L})/iu;

/** Whether a sentence begins with a word that refers to the sentence before it. */
export const refersBack = (text: string): boolean => opens.test(text);

/** Whether a sentence continues the subject of the sentence before it. */
export const continuesSubject = (text: string): boolean => refersBack(text) || further.test(text);
const further = /^(?:[^\s,]+\s){1,3}(?:it|he|she|they|this|that)(?!\p{L})/iu;

/**
 * How clearly a sentence defines a thing: 2 if it begins with the thing and says what it is, 1 if it explains it later in
 * the sentence, 0 if it only mentions it.
 */
export function definitionScore(whole: string, thing: string, others: number): 0 | 1 | 2 {
  const text = whole.slice(0, longest);
  const found = copula.exec(text);
  if (!found || /^(?:what|how|when|why|where|who)(?!\p{L})/iu.test(text)) return 0;
  const front = stemsOf(text.slice(0, found.index + (/\p{L}/u.test(found[0]) ? 0 : 1)));
  if (front.length <= others + 3 && front.includes(thing) && !done.test(text.slice(found.index))) return 2;
  return stemsOf(text).includes(thing) && (naming.test(text) || isExplained(text, thing)) ? 1 : 0;
}

/** A passive verb, which says what is done with a thing rather than what it is. */
const done =
  /^(?:is|are|was|were)\s(?:(?:\p{L}+ly|often|never|not|always)\s)*(?:\p{L}{2,}ed|made|kept|put|given|taken|done|found|read|sent|sold|set|written|built)(?!\p{L})(?!\sby|\sof)/iu;

/** Whether a text explains a thing right after naming it: `mojibake, letters that …`. */
function isExplained(text: string, thing: string): boolean {
  return [...text.matchAll(/(\S+?)["”’»]?[,(:]\s+\p{L}+/gu)].some(([, word = '']) => stemsOf(word).includes(thing));
}
