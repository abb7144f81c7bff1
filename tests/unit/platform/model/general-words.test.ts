import { expect, test } from 'vitest';
import { nearestAmong, type Profile } from '../../../../src/notes/model/related.ts';
import { isGeneralWord, generalWordsByLanguage } from '../../../../src/platform/model/text/general-words.ts';
import { proseOf } from '../../../../src/reading/server/aid/sentences.ts';
import { extractFrom } from '../../../../src/reading/server/aid/extract.ts';
import { parseMarkdown } from '../../../../src/notes/server/markdown/markdown.ts';

test('a word is general only in its own language and spelling', () => {
  expect(isGeneralWord('page', 'en')).toBe(true);
  expect(isGeneralWord('page')).toBe(true);
  expect(isGeneralWord('moglich', 'de')).toBe(false);
  expect(isGeneralWord('ahnlich', 'de')).toBe(true);
  expect(isGeneralWord('kind', 'en')).toBe(true);
  expect(isGeneralWord('kind', 'de')).toBe(false);
  expect(isGeneralWord('page', 'sv')).toBe(true);
});

test('two words are general only if each of them is', () => {
  expect(isGeneralWord('ganz einfach', 'de')).toBe(true);
  expect(isGeneralWord('ganze biene', 'de')).toBe(false);
});

test('no list contains a word twice', () => {
  for (const [language, words] of Object.entries(generalWordsByLanguage)) {
    const all = words.split(/\s+/);
    expect(
      all.filter((word, at) => all.indexOf(word) !== at),
      language,
    ).toEqual([]);
  }
});

/** Two notes in a language that share only general words and one subject, with the reasons given for relating them. */
const pairs: [language: string, one: string, other: string, about: string, silly: string[]][] = [
  [
    'de',
    `Wer einen Zettelkasten führt, schreibt nicht einfach auf, was er liest. Es ist wichtig, dass jeder Gedanke seinen
    eigenen Platz hat, und dass er später wieder gefunden wird. Ein Zettelkasten wächst über viele Jahre, und nach einiger
    Zeit antwortet er auf Fragen, die man nie gestellt hat. Natürlich braucht das Geduld, und die meisten fangen zu groß an.`,
    `Einfach ist es nicht, einen Zettelkasten zu ordnen. Viele Menschen glauben, dass es wichtig ist, alles nach Themen zu
    sortieren, und finden später nichts wieder. Natürlich gibt es verschiedene Wege; der eigene ist nach einiger Zeit der
    beste. Der Zettelkasten von Luhmann hatte am Ende neunzigtausend Karten, und jede verwies auf andere.`,
    'Zettelkasten',
    ['wichtig', 'einfach', 'natürlich', 'später', 'einiger', 'zeit'],
  ],
  [
    'fr',
    `On croit souvent que le herbier est une chose du passé. Pourtant, chaque fois que je trouve une plante, je la mets
    dans mon herbier avec quelques mots. Il est important de noter le lieu et le jour, parce que la mémoire se trompe
    toujours. Un herbier simple, tenu pendant longtemps, apprend à regarder les choses de près.`,
    `Le premier herbier que j'ai fait était simple : quelques feuilles entre les pages d'un livre. Il est important de bien
    les sécher, et chaque plante demande longtemps. Souvent on trouve plus tard que le nom était faux. Un herbier n'est
    jamais fini, et c'est pourtant la meilleure manière de voir les saisons.`,
    'herbier',
    ['important', 'simple', 'chaque', 'souvent', 'pourtant', 'longtemps', 'trouve', 'quelques'],
  ],
  [
    'es',
    `Muchas personas creen que un cuaderno de bitácora es solamente para los barcos. Sin embargo, siempre hay algo
    importante que anotar al final del día. La bitácora de mi abuelo tiene palabras sencillas, y cada vez que la abro
    encuentro cosas nuevas. Es mejor escribir poco y hacerlo siempre que escribir mucho una sola vez.`,
    `La bitácora de un viaje largo tiene siempre algo importante que decir. Al final no se recuerdan las grandes cosas,
    sino las palabras que alguien dijo en un lugar pequeño. Por eso, sin embargo, muchas personas dejan de escribir: creen
    que cada día es igual. Una buena bitácora muestra lo contrario.`,
    'bitácora',
    ['importante', 'siempre', 'palabras', 'cosas', 'personas', 'muchas', 'final', 'escribir', 'creen'],
  ],
];

function profileOf(uuid: string, body: string): Profile {
  const { compared, language } = extractFrom(proseOf(parseMarkdown(body, {})), { title: 'Ohne' });
  const terms = compared.map(({ term, weight, word }): [string, number, string] => [term, weight, word]);
  return { uuid, newest: uuid, language, tags: [], terms };
}

test.each(pairs)(
  'in %s two notes are related by their subject, not by general words',
  (language, one, other, about, silly) => {
    const profiles = [profileOf('one', one), profileOf('other', other)];
    expect(profiles.map((profile) => profile.language)).toEqual([language, language]);
    const nearest = nearestAmong({
      holders: (term) => profiles.filter(({ terms }) => terms.some(([held]) => held === term)),
      alongside: () => [],
    });
    const [near] = profiles.slice(0, 1).flatMap((profile) => nearest(profile));
    expect(near?.why).toContain(about);
    for (const word of silly) expect(near?.why.toLowerCase()).not.toContain(word);
  },
);
