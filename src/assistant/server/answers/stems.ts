import { termOf, wordsOf } from '../../../platform/model/text/words.ts';

/** Irregular forms, with their stems. */
const irregular = new Map(
  `wrote:write written:write made:make found:find sold:sell began:begin begun:begin left:leave led:lead kept:keep fell:fall
  fallen:fall died:die dies:die dead:die death:die born:birth built:build said:say taught:teach thought:think chose:choose
  chosen:choose gave:give given:give took:take taken:take went:go gone:go bought:buy brought:bring saw:see seen:see
  shown:show lost:lose won:win told:tell held:hold forgot:forget forgotten:forget meant:mean felt:feel read:read paid:pay
  stood:stand understood:understand spoke:speak spoken:speak drew:draw drawn:draw grew:grow grown:grow flew:fly ate:eat
  eaten:eat children:child women:woman men:man geschrieben:schreib schrieb:schreib begann:beginn begonnen:beginn
  worn:wear wore:wear goes:go lie:lie ran:run hid:hide hidden:hide came:come sent:send note:noteing notes:noteing
    erfand:erfind erfunden:erfind gefunden:find wurde:werd`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
const endings =
  /(?:ences?|ungen|ung|ents?|ements?|ments?|ions?|ors?|ingly|ings?|edly|iers?|ied|ies|ers?|ed|es|en|em|est|ly|ait|aient|ées?|és?|(?<=[bgkm])t|e|s|n)$/u;
/** `letter` is not a form of `let`: after a double consonant, -er is mostly not an ending. */
const noAgent = /([^aeiou])\1ers?$/u;
const arabicBefore = /^(?:وال|بال|كال|فال|لل|ال|و|ف|ب|ل|ك)(?=\p{L}{3})/u;
const arabicAfter = /(?<=\p{L}{3})(?:ات|ون|ين|تين|ها|هم|ه|ة|ي|ا)$/u;
/** Words of one meaning in which a question and its answer often differ: each line is one stem. */
const alike = `invent coin devise design
  publish print issue
  discover find
  sell sale
  show demonstrate demonstration
  reply answer response
  image picture
  quick fast speed rapid
  repair fix mend
  exam examination test quiz
  delete remove
  survive last outlive
  begin start commence
  die death
  kill slay
  buy purchase
  gather collect assemble
  big large huge
  small little tiny
  help assist
  teach instruct
  allow permit
  forbid prohibit ban
  author writer
  study research
  error mistake
  difficult hard
  stop cease quit
  choose select pick
  fail failure
  grow increase rise
  shrink decrease decline
  warn caution
  sad sorry
  copy transcribe
  whole entire
  need require
  show display
  happen occur
  finish complete
  wrong false incorrect
  right correct
  shout cry
  say tell state
  near close
  price cost
  journey travel trip
  ill sick illness disease
  kind sort type
  article essay
  damage harm broken break
  repeat replicate reproduce
  useful handy helpful
  hurry haste
  hide conceal
  smooth glide
  child kid
  baby infant pup
  pupil student
  dark black
  skip omit miss
  dig mine
  argue claim
  house home
  vanish disappear
  compare comparison
  difference differ distinguish
  wealthy rich
  employ hire
  strange odd weird
  afraid fear
  dislike hate
  connect link
  own possess belong
  remember recall recollect
  forget forgotten
  huge enormous
  modify alter change
  suggest propose
  recommend advise advice counsel
  permit permission
  perhaps maybe
  throw discard
  reject refuse
  injure hurt wound
  clever smart intelligent
  wealth fortune
  battle fight war
  ocean sea
  stone rock
  forest wood
  town city
  nation country
  king ruler
  doctor physician
  shop store
  photo photograph
  feed subscription
  tool instrument
  job profession occupation
  hunt prey
  garbage rubbish waste
  silent quiet silence
  garble corrupt
  collect compile
  motto slogan
  pile heap
  jot scribble
  tie bind
  carve cut
  weigh weight heavy
  length long
  height high tall
  width wide
  depth deep
  strength strong
  born birth
  marry marriage wife husband
  translate translation translator
  forge forgery fake
  punish fine
  verfass schreib
  veröffentlich druck
  beginn anfang
  rédig écri
  écriv écri
  mémoi souvien
  الف كتب`;
const oneOf = new Map(
  alike.split('\n').flatMap((line) => {
    const [head = '', ...others] = line.trim().split(/\s+/).map(plainStem);
    return others.map((other) => [other, head] as const);
  }),
);

/** Phrasal verbs, each with a single word of the same meaning. */
const phrases: Readonly<Record<string, string>> = {
  ...{ 'come out': 'published', 'came out': 'published', 'comes out': 'published' },
  ...{ 'give up': 'leave', 'gave up': 'leave', 'given up': 'leave', 'turned down': 'refused', 'turn down': 'refused' },
  ...{
    'take place': 'happen',
    'took place': 'happen',
    'set up': 'founded',
    'find out': 'discover',
    'found out': 'discover',
  },
  ...{
    'turned up': 'appeared',
    'looks after': 'cares',
    'look after': 'cares',
    'took part': 'joined',
    'take part': 'joined',
  },
};
const phrasal = new RegExp(`(?<!\\p{L})(?:${Object.keys(phrases).join('|')})(?!\\p{L})`, 'giu');

/** Hyphenated compounds, whose parts alone may mean something else: `no-cache`. */
const hyphened = /(?<![\p{Script=Latin}\p{N}])[\p{Script=Latin}\p{N}]+(?:-[\p{Script=Latin}\p{N}]+)+/gu;
const together = /[\p{Script=Han}々]|[\p{Script=Katakana}ー]{2,}/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The stems of a text's words, in order: what the forms of one word, and some words of one meaning, have in common. In
 * scripts without spaces, each character with a meaning of its own. `alikes`: whether words of one meaning share a stem.
 */
export function stemsOf(text: string, alikes = true): string[] {
  const single = wordsOf(text.replace(phrasal, (phrase) => phrases[phrase.toLowerCase()] ?? phrase)).flatMap((word) => {
    if (unspaced.test(word)) return word.match(together) ?? [];
    const stem = plainStem(word);
    return (alikes && oneOf.get(stem)) || stem;
  });
  return [...single, ...compoundsIn(text)];
}

/** The hyphenated compounds of a text, in addition to the words that they join. */
export function compoundsIn(text: string): string[] {
  return text.includes('-')
    ? (text.match(hyphened) ?? []).map((words) => words.split('-').map(plainStem).join('-'))
    : [];
}

function plainStem(word: string): string {
  const term = termOf(word);
  const known = irregular.get(term) ?? (/^[a-z]{3}s$/.test(term) && !/[su]s$|is$/.test(term) ? term.slice(0, 3) : term);
  if (/\p{Script=Arabic}/u.test(known)) {
    return known.replace(/[أإآ]/gu, 'ا').replace(arabicBefore, '').replace(arabicAfter, '');
  }
  if (/\p{Script=Devanagari}/u.test(known)) return known.replace(/(?<=\p{L}.)[\p{M}]+$/u, '');
  if (!/^\p{Script=Latin}+$/u.test(known) || known.length < 4) return known;
  const whole = /^ge\p{L}{4,}(?:t|en)$/u.test(known) ? known.slice(2).replace(/(?:t|en)$/u, '') : known;
  const ending = (noAgent.test(whole) ? /s?$/ : endings).exec(whole)?.[0] ?? '';
  const short = whole.slice(0, whole.length - ending.length);
  const stem = short.length >= (/^(?:ing|ed|e|s|es)$/.test(ending) ? 3 : 4) && /[aeiouy]/.test(short) ? short : whole;
  const single = stem.replace(/([^aeiouls])\1$/u, '$1').replace(/y$/u, 'i');
  // If a word itself ends in -n, as `design`, its own n was taken for an ending.
  return single.length > 4 ? single.replace(/n$/u, '') : single;
}
