import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageOf, stopWordLanguages } from '../../../../src/platform/model/text/languages.ts';
import { sentencesOf, termOf, wordsOf, singleSpaced } from '../../../../src/platform/model/text/words.ts';

test.each([
  ['The bee’s path, twice', ['The', 'bee’s', 'path', 'twice']],
  ['Привет, мир', ['Привет', 'мир']],
  ['قرأتُ الكتابَ', ['قرأتُ', 'الكتابَ']],
  ['पत्थर पर निशान', ['पत्थर', 'पर', 'निशान']],
  ['我喜欢读书', ['我', '喜欢', '读书']],
  ['本を読む人', ['本', 'を', '読む', '人']],
  ['ฉันอ่านหนังสือ', ['ฉัน', 'อ่าน', 'หนังสือ']],
  ['Mixed 日本 script', ['Mixed', '日本', 'script']],
  ['🙂🙂 --- …', []],
  ['', []],
])('the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ['Notes', 'note'],
  ['boxes', 'box'],
  ['stories', 'story'],
  ['glass', 'glass'],
  ['this', 'this'],
  ['Été', 'ete'],
  ['reader’s', 'reader'],
  ['كِتَاب', 'كتاب'],
  ['पत्थर', 'पत्थर'],
  ['한국', '한국'],
])('%s and its inflected forms are the term %s', (word, term) => {
  expect(termOf(word)).toBe(term);
});

test('any white space becomes a single space', () => {
  const pieces = fc.constantFrom('word', '🙂', ' ', '  ', '\n', '\r\n', '\t', '\u00a0', '\u3000', '\u2028', '\ud83d');
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      expect(singleSpaced(parts.join(''))).toBe(parts.join('').replace(/\s+/gu, ' '));
    }),
  );
});

test('sentences end where readers expect it, and know their position', () => {
  const text = 'Dr. Ann Blair wrote it. See p. 31, e.g. the note.  Was J. Locke first?\nYes.';
  const sentences = sentencesOf(text);
  expect(sentences.map((sentence) => sentence.text)).toEqual([
    'Dr. Ann Blair wrote it.',
    'See p. 31, e.g. the note.',
    'Was J. Locke first?',
    'Yes.',
  ]);
  for (const sentence of sentences) expect(text.startsWith(sentence.text, sentence.start)).toBe(true);
});

test('plain English is split as by the Unicode segmenter', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  // Without initials and abbreviations, where we join what the segmenter splits.
  const pieces = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom('word ', 'word, ', 'word. Word ', 'word. word ', 'word? Word ', 'word! word '),
    },
    { weight: 1, arbitrary: fc.constantFrom('.', '! ', '? ', ' ', '"', ') ', '1', '(', 'Word', '.Word', '. ') },
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      const segments = Array.from(segmenter.segment(text), ({ segment }) => segment.trim());
      expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual(segments.filter((segment) => segment !== ''));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['最初の文。次の文！', ['最初の文。', '次の文！']],
  ['رأيت الكتاب. هل قرأته؟', ['رأيت الكتاب.', 'هل قرأته؟']],
  ['पत्थर पर निशान। फिर भी।', ['पत्थर पर निशान।', 'फिर भी।']],
  ['', []],
  ['word', ['word']],
])('the sentences of %j', (text, sentences) => {
  expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual(sentences);
});

test.each([
  ['en', 'A commonplace book is a notebook into which a reader copies the passages that are worth keeping.'],
  ['de', 'Aus dem Journal, so geht es weiter, wandert alles in das Hauptbuch, und die Zeile ist leer.'],
  ['fr', 'Montaigne appelait librairie la pièce où il gardait ses livres, au troisième étage d’une tour.'],
  ['es', 'El libro que está sobre la mesa es de mi padre, pero no lo ha leído en muchos años.'],
  ['ru', 'Книга лежит на столе, но он не читал её уже много лет, и это было всем известно.'],
  ['ar', 'قبل أكثر من أحد عشر قرنًا افتتح الجاحظ كتاب الحيوان بصفحات طويلة في مديح الكتب'],
  ['hi', 'मेरी नानी पढ़ी-लिखी नहीं थीं, पर उन्हें तीन सौ से अधिक दोहे याद थे।'],
  ['ja', '「見ぬ世の人」とは、会ったことのない昔の人のことである。'],
  ['zh', '我喜欢在晚上读书，因为那时候很安静。'],
  ['ko', '나는 밤에 책 읽기를 좋아한다.'],
  ['th', 'ฉันชอบอ่านหนังสือตอนกลางคืน'],
  ['he', 'אני אוהב לקרוא ספרים בלילה.'],
  [undefined, 'const a = 1; let b = a + 2; foo(bar, baz);'],
  [undefined, '🙂 🙃 🙂'],
  [undefined, 'Hm.'],
  [undefined, ''],
])('the language is %s', (language, text) => {
  expect(languageOf(text, wordsOf(text).map(stopWordLanguages))).toBe(language);
});
