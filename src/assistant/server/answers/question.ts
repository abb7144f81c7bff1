import { stopWordLanguages } from '../../../platform/model/text/languages.ts';
import { isGeneralWord } from '../../../platform/model/text/general-words.ts';
import { termOf, wordsOf } from '../../../platform/model/text/words.ts';
import { compoundsIn, stemsOf } from './stems.ts';

/** The kind of answer that a question wants, by which answers are recognised. */
export type Kind = 'who' | 'when' | 'where' | 'why' | 'how many' | 'how' | 'what' | 'whether';

/** `stems`: what it is about, each once. `defines`: whether it asks what the one thing is that it names. */
export type Question = {
  kind: Kind;
  language: string | undefined;
  /** All its words, as written. */
  words: readonly string[];
  stems: string[];
  /** The stems of general words. */
  general: ReadonlySet<string>;
  /** The stems of names, if capitals show them. */
  names: ReadonlySet<string>;
  /** The stems that an answer must contain, since they are seldom paraphrased. */
  plain: ReadonlySet<string>;
  /** The stems that are not names: what is asked about those. */
  relation: readonly string[];
  defines: boolean;
  compares: boolean;
  /** The stems that mean the author of a note, who writes `I` there. */
  writer: ReadonlySet<string>;
  /** The thing whose number it asks for. */
  counted: string | undefined;
  /** Whether it asks for a measure with its unit, or for a frequency. */
  measures: 'length' | 'often' | undefined;
};

/** How questions of a kind begin, or what they contain in languages that put it elsewhere. The first match counts. */
const kinds: [Kind, RegExp][] = [
  [
    'who',
    /^(?:(?:by|from|to|for|on|with|about|von|mit|für|an|bei|à|de|par|pour|avec) )?(?:who|whom|whose|wer|wem|wen|wessen|qui|quien|quién|chi)(?!\p{L})|^من\s|कौन|किसने|किसका|誰|だれ/iu,
  ],
  [
    'when',
    /^(?:(?:since|until|from|seit|ab|bis|depuis|jusqu'à) )?(?:when|wann|quand|cuándo)(?!\p{L})|^(?:in |since |en |à |in welchem |seit welchem )?(?:(?:what|which|quelle) (?:year|century|month|day|date|année|time of)|jahr)(?!\p{L})|^at what time|^متى|कब|いつ|何年/iu,
  ],
  [
    'where',
    /^(?:from |to )?(?:where|wo|woher|wohin|où|d'où|dónde)(?!\p{L})|^(?:in|at) (?:what|which) (?:place|town|city|country)(?!\p{L})|أين|कहाँ|どこ/iu,
  ],
  [
    'why',
    /^(?:why|warum|wieso|weshalb|wozu|pourquoi|por qué|what (?:is|was) the reason|for what reason|how come|what made)(?!\p{L})|^لماذا|^لم\s|^ما الذي دفع|^ما سبب|क्यों|किसलिए|なぜ|どうして/iu,
  ],
  [
    'how many',
    /^(?:(?:for|in|at|within|to|over|about|roughly|seit|in|für|depuis|pendant|en) )?(?:(?:what|which) (?:share|percentage|proportion|number|fraction|speed|size|age)|how (?:many|much|long|old|far|often|high|tall|fast|large|big|wide|deep|heavy|thick)|wie (?:viele?n?|lange?|oft|hoch|alt|groß|weit|schnell|breit|tief|schwer)|combien|cuánt\p{L}+)(?!\p{L})|^كم\s|कितन|いくつ|どれくらい|何[人冊段回個年枚]/iu,
  ],
  [
    'how',
    /^(?:how|wie|comment|cómo|what (?:to do|(?:can|should|do) (?:i|one|you|we) do)|was tun|que faire)(?!\p{L})|^كيف|कैसे|どう|どのよう/iu,
  ],
  [
    'whether',
    /^(?:is|are|was|were|did|does|do|has|have|had|can|could|may|must|should|will|would|stimmt|gibt|wird|wurden?|darf|muss|soll|können|ist|sind|war|hat|haben|kann|est-il|est-ce|peut-on)(?!\p{L})|^هل\s|^क्या\s/iu,
  ],
  ['what', /./u],
];
/** Words that make a question and say nothing about its subject, by language. */
const framing: Record<string, string> = {
  en: `true really actually difference differ different better best worse mean means meaning called happen happens tell reason
    explain example often many much year time who whom whose what when where why which how ever anyone
    share percentage proportion fraction does not long whom should where according actually`,
  de: `stimmt wahr wirklich unterschied heißt bedeutet genau wer wen wem was wann warum wieso weshalb wie viel viele oft welche
    welcher welches ins vom beim ans ums wo woher wohin wonach womit wofür wozu kommt`,
  fr: `est-il vrai vraiment différence appelle signifie qu'est quel quelle quels quelles combien comment pourquoi quand où vaut mieux faut doit`,
  ar: `كيف متى لماذا هل كم أين صحيح من ما الذي التي معين`,
  hi: `कौन क्या कब क्यों कैसे कितने कितनी कितना कहाँ किसने सच कौनसा`,
  ja: `誰 何 違 全部`,
};
const framingStems = new Map(
  Object.entries(framing).map(([language, words]) => [language, new Set(stemsOf(words, false))] as const),
);
const comparing =
  /\b(?:difference|differ|different|better|worse|than|compared?|versus|vs|unterschied|besser|schlechter|als|différence|meilleure?|plus|moins)\b|الفرق|अंतर |違/iu;
const counting =
  /^(?:(?:how many|wie viele|combien d(?:e |['’])|(?:what|which) (?:share|percentage|proportion|number|fraction))(?: (?:of|von)(?: (?:the|these|those|all|his|her|their|its|my|den|de[nrs]))*(?: \S+['’]s)?)?)|^كم|कितन\p{M}*/iu;
const measuring =
  /^(?:how (?:long|far|high|tall|fast|wide|deep|heavy|old)|wie (?:lange?|hoch|alt|weit|schnell|breit|tief|schwer))\b/iu;
const often = /^(?:how often|wie oft|combien de fois)\b|كم مرة|कितनी बार|何回/iu;
const defining =
  /^(?:what(?:'s|’s)? (?:is|are|was|were)|what does|was (?:ist|sind|heißt|bedeutet)|qu'est-ce que?|qu’est-ce que?)\b|^ما\s(?:هو|هي|معنى)|क्या है|とは/iu;

/** The words before the thing whose meaning is asked for. */
const naming = /(?:\b(?:mean|meant|understood|understand) by|\bversteht\b.*\bunter|\bentend\b.*\bpar)\s+(.+)/iu;

/** Words for the person who writes `I` in notes. */
const writers =
  /^(?:authors?|writers?|narrator|teacher|translator|typesetter|librarian|editor|auteure?|traducteur|traductrice|autorin|autor|verfasserin|verfasser|setzerin|übersetzer|lehrerin|الكاتب|للكاتب|المؤلف|लेखिका|लेखक|著者|筆者|作者)$/iu;

/** Small words that a question may be about. */
const telltale = /^(?:(?:hundred|thousand|million)s?|first|second|last)$/iu;
/** Words that a question may be about if it names little else. */
const alsoTelling =
  /^(?:people|works?|worked|keeps?|gives?|knows?|call|called|use|used|make|made|say|says|said|long)$/iu;

/** What is asked about people and things everywhere, and seldom paraphrased. */
const plainly = new Set(
  stemsOf(`die born birthday marry wife husband child children daughter son brother sister mother father bury grave study school
    university cost price pay earn salary prize receive paint draw illustrate translate teach hate love join speak weigh colour
    color drink favourite favorite tall population capital illness blind launch employ vote elect crown arrest
    starb gestorben geboren verheiratet frau begraben studiert gekostet gemalt druck drucker übersetzt erfunden gegründet
    mort né naître épouse marié enfants enterré coûte peint traduit imprimé inventé fondé parle langues
    出家 本名 生 死 妻 الف متزوج زوجة ولد توفي जन्म मृत्यु पत्नी उम्र`),
);

/** Of a longer question, only this many words count. */
const max = 60;

/** What a question asks for and what it is about. */
export function questionOf(text: string): Question {
  const question = text
    .trim()
    .slice(0, 2_000)
    .replace(/^[«"“„「\s]+/u, '');
  const named = naming.exec(question)?.[1];
  const words = wordsOf(question).slice(0, max);
  const language = languageOf(words);
  // German `was` means “what”; English `was` begins a yes-or-no question.
  const fits = ([kind, pattern]: (typeof kinds)[number]) =>
    pattern.test(question) && !(kind === 'whether' && language === 'de' && /^was\b/iu.test(question));
  const [kind = 'what'] = kinds.find(fits) ?? [];
  const frames = language === undefined ? [...framingStems.values()] : [framingStems.get(language)];
  const frame = (stem: string) => (kind !== 'why' || stem !== 'call') && frames.some((stems) => stems?.has(stem));
  const isTelling = (word: string) => {
    if (telltale.test(word)) return true;
    if (/n['’]t$/i.test(word)) return false;
    const small = stopWordLanguages(word);
    return language === undefined ? small.length === 0 : !small.includes(language);
  };
  const about = named === undefined ? words : wordsOf(named);
  const few = about.filter((word) => isTelling(word) && !stemsOf(word).every(frame)).length < 2;
  const telling = about.filter((word, at) => isTelling(word) || (few && at > 0 && alsoTelling.test(word)));
  // A letter that is a name: `K, Y and W`.
  const letters = new Set(words.slice(1).flatMap((word) => (/^[B-HJ-Z]$/.test(word) ? [word.toLowerCase()] : [])));
  const joined = language === 'fr' ? [] : compoundsIn(question);
  const stems = [...new Set([...telling.flatMap((word) => stemsOf(word)), ...joined])].filter(
    (stem) => !frame(stem) && (!/^[a-z]$/.test(stem) || letters.has(stem)),
  );
  const names = new Set(
    telling.flatMap((word) => (/^\p{Lu}|\d/u.test(word) && word !== words[0] ? stemsOf(word) : [])),
  );
  const relation = language === 'de' ? [] : stems.filter((stem) => !names.has(stem) && !joined.includes(stem));
  const own = stems.length > 0 ? stems : [...new Set(words.flatMap((word) => stemsOf(word)))];
  const compares = comparing.test(question);
  const asking = counting.exec(question);
  const counted = asking
    ? countedIn(stemsOf(question.slice(asking.index + asking[0].length).trim()), stems)
    : undefined;
  const general = new Set(
    telling.filter((word) => isGeneralWord(termOf(word), language)).flatMap((word) => stemsOf(word)),
  );
  // “The teacher of Ebbinghaus” is somebody else.
  const ofWriter = language === 'de' || names.size === 0;
  const writer = new Set(telling.flatMap((word) => (ofWriter && writers.test(word) ? stemsOf(word) : [])));
  return {
    kind,
    language,
    words,
    stems: own,
    general,
    writer,
    names: language === 'de' ? new Set() : new Set(stems.filter((stem) => names.has(stem) && !general.has(stem))),
    plain: new Set(stems.filter((stem) => plainly.has(stem))),
    relation,
    compares,
    counted,
    measures: measuring.test(question) ? 'length' : often.test(question) ? 'often' : undefined,
    defines: kind !== 'whether' && !compares && (named !== undefined || defining.test(question)) && own.length <= 4,
  };
}

/** The thing that is counted: the first stem that the question is about, otherwise the first of all. */
const countedIn = (after: readonly string[], stems: readonly string[]) =>
  after.slice(0, 3).find((stem) => stems.includes(stem)) ?? after[0];

const scripts: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Arabic}/u, 'ar'],
];

/** The language with the most small words in a text: a small word of another language may mean much in this one. */
function languageOf(words: readonly string[]): string | undefined {
  const script = scripts.find(([letters]) => words.some((word) => letters.test(word)));
  if (script) return script[1];
  const counts = new Map<string, number>();
  for (const word of words)
    for (const language of stopWordLanguages(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [best, second] = [...counts].sort(([, a], [, b]) => b - a);
  return best && best[1] > (second?.[1] ?? 0) ? best[0] : undefined;
}
