import { smallIn } from '../../../platform/model/text/languages.ts';
import { isGeneralWord } from '../../../platform/model/text/general-words.ts';
import { termOf, wordsOf } from '../../../platform/model/text/words.ts';
import { joinedIn, stemsOf } from './stems.ts';

/** What a question wants to know, by which an answer is known for one. */
export type Kind = 'who' | 'when' | 'why' | 'how many' | 'how' | 'what' | 'whether';

/** `stems`: what it is about, each once. `defines`: it asks what the one thing is that it names. */
export type Question = {
  kind: Kind;
  language: string | undefined;
  stems: string[];
  /** Those of the stems that are said of anything. */
  general: ReadonlySet<string>;
  /** Those that are no names: what is asked of them. */
  relation: readonly string[];
  defines: boolean;
  compares: boolean;
  /** Of what it asks how many there are. */
  counted: string | undefined;
  /** Whether it asks for a number with its unit, or how often. */
  measures: 'length' | 'often' | undefined;
};

/** The words that questions begin with, or have at all where languages put them elsewhere; the first that fits counts. */
const kinds: [Kind, RegExp][] = [
  ['who', /^(?:who|whom|whose|wer|wem|wen|qui|quien|quién|chi)\b|^من\s|कौन|किसने|誰|だれ/iu],
  ['when', /^(?:when|wann|quand|cuándo|(?:in |since )?(?:what|which) year)\b|^متى|कब|いつ|何年/iu],
  ['why', /^(?:why|warum|wieso|weshalb|pourquoi|por qué)\b|^لماذا|^لم\s|क्यों|なぜ|どうして/iu],
  [
    'how many',
    /^(?:(?:what|which) (?:share|percentage|proportion|number|fraction)|how (?:many|much|long|old|far|often|high|tall|fast|large|big)|wie (?:viele?|lange?|oft|hoch|alt|groß|weit|schnell)|combien|cuánt\p{L}+)\b|^كم\s|कितन|いくつ|どれくらい|何[人冊段回個年枚]/iu,
  ],
  ['how', /^(?:how|wie|comment|cómo)\b|^كيف|कैसे|どう|どのよう/iu],
  [
    'whether',
    /^(?:is|are|was|were|did|does|do|has|have|had|can|could|may|should|will|would|stimmt|ist|sind|war|hat|haben|kann|est-il|est-ce|peut-on)\b(?! heißt| ist)|^هل\s|^क्या\s/iu,
  ],
  ['what', /./u],
];
/** Words that make a question and say nothing of what it is about, by language. */
const framing: Record<string, string> = {
  en: `true really actually difference differ different better best worse mean means meaning called happen happens tell reason
    explain example often many much year time who whom whose what when where why which how ever anyone
    share percentage proportion fraction`,
  de: `stimmt wahr wirklich unterschied heißt bedeutet genau wer wen wem was wann warum wieso weshalb wie viel viele oft welche
    welcher welches ins vom beim ans ums`,
  fr: `est-il vrai vraiment différence appelle signifie qu'est quel quelle quels quelles combien comment pourquoi quand`,
  ar: `كيف متى لماذا هل كم أين صحيح من ما`,
  hi: `कौन क्या कब क्यों कैसे कितने कितनी कितना कहाँ किसने सच`,
  ja: `誰 何 違`,
};
const framingStems = new Map(
  Object.entries(framing).map(([language, words]) => [language, new Set(stemsOf(words, false))] as const),
);
const comparing =
  /\b(?:difference|differ|better|worse|than|compared?|versus|vs|unterschied|besser|schlechter|als|différence|meilleure?|plus|moins)\b|الفرق|अंतर |違/iu;
const counting =
  /^(?:(?:how many|wie viele|combien d(?:e |['’])|(?:what|which) (?:share|percentage|proportion|number|fraction))(?: (?:of|von)(?: (?:the|these|those|all|his|her|their|its|my|den|de[nrs]))*(?: \S+['’]s)?)?)|^كم|कितन\p{M}*/iu;
const measuring =
  /^(?:how (?:long|far|high|tall|fast|wide|deep|heavy|old)|wie (?:lange?|hoch|alt|weit|schnell|breit|tief|schwer))\b/iu;
const often = /^(?:how often|wie oft|combien de fois)\b|كم مرة|कितनी बार|何回/iu;
const defining =
  /^(?:what(?:'s|’s)? (?:is|are|was|were)|what does|was (?:ist|sind|heißt|bedeutet)|qu'est-ce que?|qu’est-ce que?)\b|^ما\s(?:هو|هي|معنى)|क्या है|とは/iu;

/** What comes before the thing whose meaning is asked for. */
const naming = /(?:\b(?:mean|meant|understood|understand) by|\bversteht\b.*\bunter|\bentend\b.*\bpar)\s+(.+)/iu;

/** A question of more words than these is about its first ones. */
const most = 60;

/** What a question asks for and what it is about. */
export function questionOf(text: string): Question {
  const asked = text
    .trim()
    .slice(0, 2_000)
    .replace(/^[«"“„「\s]+/u, '');
  const named = naming.exec(asked)?.[1];
  const [kind = 'what'] = kinds.find(([, pattern]) => pattern.test(asked)) ?? [];
  const words = wordsOf(asked).slice(0, most);
  const language = languageOf(words);
  const frames = language === undefined ? [...framingStems.values()] : [framingStems.get(language)];
  const frame = (stem: string) => frames.some((stems) => stems?.has(stem));
  const telling = (named === undefined ? words : wordsOf(named)).filter((word) => {
    if (/^(?:hundred|thousand|million)s?$/i.test(word)) return true;
    const small = smallIn(word);
    return language === undefined ? small.length === 0 : !small.includes(language);
  });
  // A letter that is named: `K, Y and W`.
  const letters = new Set(words.slice(1).flatMap((word) => (/^[B-HJ-Z]$/.test(word) ? [word.toLowerCase()] : [])));
  const joined = language === 'fr' ? [] : joinedIn(asked);
  const stems = [...new Set([...telling.flatMap((word) => stemsOf(word)), ...joined])].filter(
    (stem) => !frame(stem) && (!/^[a-z]$/.test(stem) || letters.has(stem)),
  );
  const names = new Set(telling.flatMap((word) => (/^\p{Lu}/u.test(word) ? stemsOf(word) : [])));
  const relation = language === 'de' ? [] : stems.filter((stem) => !names.has(stem) && !joined.includes(stem));
  const own = stems.length > 0 ? stems : [...new Set(words.flatMap((word) => stemsOf(word)))];
  const compares = comparing.test(asked);
  const asking = counting.exec(asked);
  const counted = asking ? stemsOf(asked.slice(asking.index + asking[0].length).trim())[0] : undefined;
  const general = new Set(
    telling.filter((word) => isGeneralWord(termOf(word), language)).flatMap((word) => stemsOf(word)),
  );
  return {
    kind,
    language,
    stems: own,
    general,
    relation,
    compares,
    counted,
    measures: measuring.test(asked) ? 'length' : often.test(asked) ? 'often' : undefined,
    defines: kind !== 'whether' && !compares && (named !== undefined || defining.test(asked)) && own.length <= 4,
  };
}

const scripts: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Arabic}/u, 'ar'],
];

/** The language whose small words a text has most of: a word may be a small one in another and mean much here. */
function languageOf(words: readonly string[]): string | undefined {
  const script = scripts.find(([letters]) => words.some((word) => letters.test(word)));
  if (script) return script[1];
  const counts = new Map<string, number>();
  for (const word of words) for (const language of smallIn(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [best, second] = [...counts].sort(([, a], [, b]) => b - a);
  return best && best[1] > (second?.[1] ?? 0) ? best[0] : undefined;
}
