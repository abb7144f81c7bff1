/** Stop words by language: they identify a language, and say nothing about the subject of a text. */
const smallWords: Record<string, string> = {
  en: `the of and to in is it that for was on are as with be by at from this have or an which not but had his her they
    you were their there can all if would has what when who will more one out so up about into than them some could no
    its only do then now these may other new your my we he she i me our us been being did does how any even also such
    very most much many just like over after before between because where while those own too here every still each
    never through might should must nothing something anything everything someone without within again once both few
    less least same another yet off down away makes make made take get go goes come comes way thing things say says
    said know want see back two three first last kind whatever whose why rather quite almost always often perhaps
    around against among until since though although instead upon across toward during per cannot let keep put give
    long good well part use used using work works lot bit
    four five six seven eight nine ten twenty hundred thousand under longer bad people somebody anybody
    called itself themselves himself herself already neither nor either several enough later ever else`,
  de: `der die das und ist in zu den mit sich des auf für nicht ein eine als auch es an er sie so dass daß von dem im
    war wird sind oder aus bei nach wie über nur noch werden hat ich man aber wenn einer einem einen eines um am zum zur
    wir ihr ihre sein seine seiner seinen dieser diese dieses durch vor bis mehr was kann haben hatte wurde waren schon
    dann da doch hier wo wer alle alles immer nichts etwas keine kein ohne unter gegen selbst sehr mir mich ihm ihn uns
    jeder jede jedes muss soll will weil denn ob zwischen während zwei`,
  fr: `le la les de des du et un une en est que qui dans pour pas il elle on ne ce se sur au aux avec par plus son sa ses
    ou mais comme nous vous je tu leur leurs cette ces était sont être fait tout tous toute même si sans y dont où bien
    aussi peut avait deux très encore après avant chez entre quand rien lui mon ma mes notre votre cela ça été ont ai
    celui celle ceux donc car ainsi puis jamais toujours moins`,
  es: `el la los las de del y que en un una es se no por con para su sus como más pero lo al le o este esta esto ha era
    son sin sobre ser también fue entre cuando muy ya todo todos desde hasta donde porque si yo mi me nos ni uno hay
    quien cada otro otra dos bien nada`,
  it: `il lo la gli le di del della dei delle e che in un una è per non con si come più ma da dal al alla sono era nel
    nella anche questo questa o se ha su sul suo sua loro essere stato tutto tutti quando dove chi cui perché ogni dopo
    senza molto due mi ci io`,
  pt: `o os as de do da dos das e que em um uma é não para com se por como mais mas no na nos nas ao sua seu foi são ou
    este esta isso era também ser quando muito já tem há entre sem sobre até onde porque tudo nem cada eu me`,
  nl: `de het een en van is dat die in te niet op zijn met voor er aan als ook maar om hij zij ze was door naar bij nog
    wat over of uit dan wordt werd zo heeft hebben deze dit geen al kan meer we ik je wel waar`,
  sv: `och att det som en på är av för med den till inte ett om han hon de var så men sig från jag vi kan har hade när
    eller efter vid mot där ut upp också än`,
  pl: `i w na z do że się nie to jest o jak ale po co tak za od przez dla przy czy był była było już tylko być może są
    ich jego jej ten ta te który która które oraz`,
  tr: `ve bir bu da de için ile çok daha gibi o ama ne kadar olarak olan var her sonra ki en mi ben biz değil`,
  ru: `и в не на я что он с как это по но они мы она к у из за от же то все так его о бы для только или мне было ее вы
    если уже когда был до при есть еще нет их чем была без может этот эта эти который которая которые`,
  uk: `і в не на що він з як це по але вони ми вона до у із за від же то все так його про би для тільки або було є ще
    немає їх та й`,
  ar: `في من على إلى أن هذا هذه التي الذي عن مع لا ما هو هي كان كانت ثم أو كل قد لم لن إن بعد قبل بين حتى ولا وما وهو
    وهي به بها له لها فيه فيها عند إذا`,
  hi: `है के में की और का से को पर यह कि एक नहीं हैं था थी थे भी जो तो ने हो कर वह इस उस लिए ही या साथ अपने जब तक बाद
    कुछ गया जाता होता रहा`,
  el: `και το η ο να της του τα την τον στο με για που δεν είναι από οι θα ένα μια σε στην αλλά ως`,
};

const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(smallWords)) {
  for (const word of words.split(/\s+/)) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
}

/** Languages that are identified by their script. */
const byScript: [letters: RegExp, language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Arabic}/gu, 'ar'],
];
const anotherArabic = /[پچژگکٹڈ]/u;
const sampled = 4_000;

/**
 * The language of a text as an ISO 639-1 code, undefined if it is unclear. `words` lists, for each word of the text, the
 * languages in which it is a stop word (see `stopWordLanguages`); the first thousand decide.
 */
export function languageOf(text: string, words: readonly (readonly string[])[]): string | undefined {
  const sample = text.slice(0, sampled);
  if (/[^\p{Script=Latin}\p{Script=Cyrillic}\P{L}]/u.test(sample)) {
    const letters = sample.match(/\p{L}/gu)?.length ?? 0;
    for (const [pattern, language] of byScript) {
      const share = (sample.match(pattern)?.length ?? 0) / letters;
      if (share > (language === 'ja' ? 0.2 : 0.5)) {
        return language === 'ar' && anotherArabic.test(sample) ? undefined : language;
      }
    }
  }
  const hits = new Map<string, number>();
  const first = words.slice(0, 1_000);
  for (const languages of first) {
    for (const language of languages) hits.set(language, (hits.get(language) ?? 0) + 1);
  }
  const [best, second] = [...hits].sort(([, a], [, b]) => b - a);
  if (!best || first.length < 8 || best[1] < first.length * 0.15) return undefined;
  return second && second[1] > best[1] * 0.85 ? undefined : best[0];
}

const none: readonly string[] = [];

/** The languages in which a word, as written, is a stop word. */
export function stopWordLanguages(word: string): readonly string[] {
  return languagesOf.get(word.toLowerCase()) ?? none;
}

/** Whether a word, as written, is a stop word of any language known here. */
export function isStopWord(word: string): boolean {
  return stopWordLanguages(word).length > 0;
}
