import { expect, test } from 'vitest';
import { passagesFor } from '../../../src/assistant/server/ask.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { cpuMsOf } from '../../support/time-limits.ts';

const noteOf = (body: string, title = 'Slips') =>
  noteFrom({ title, body, tags: [], visibility: 'public' }, { uuid: uuidOf(0), authorId: 'u_a', now: new Date(0) });
const uuidOf = (end: number) => `01900000-0000-7000-8000-00000000000${end}`;
const asked = (question: string, body: string, title?: string) => passagesFor(question, [noteOf(body, title)]);

const body = `## Did Luhmann number his slips?

Why did Luhmann number slips? Nobody asked him. He numbered each slip, because a number is an address that never changes.

> The slips of Luhmann are numbered, and the number stays for ever.
>
> Luhmann, *Slips and numbers*, 1981

What Luhmann did with his slips:

- 21/3d7 slip a
- He put every slip behind the one that it answers.

\`\`\`
number(slips, luhmann)
\`\`\`
`;

test('an answer is a literal passage, and never a heading, question, citation, code or list introduction', () => {
  const { passages, answered } = asked('Why did Luhmann number his slips?', body);
  expect(answered).toBe(true);
  expect(passages[0]?.text).toContain('because a number is an address');
  const texts = passages.map(({ text }) => text);
  for (const text of texts) {
    expect(body.replaceAll('\n', ' ')).toContain(text);
    expect(text).not.toMatch(/^Did Luhmann|^Why did|1981|number\(|slips:$|21\/3d7/);
  }
});

test('a question without an answer gets the most similar passages, marked as such', () => {
  const { passages, answered } = asked('When was Luhmann born in Lüneburg?', body);
  expect(answered).toBe(false);
  expect(passages.length).toBeLessThanOrEqual(3);
});

test.each([
  [
    'When did the fair open?',
    'The fair opened by the river.\n\nIt was opened on 3 May 1891 by a bishop, the fair.',
    '3 May 1891',
  ],
  ['How many boats sank?', 'The boats sank slowly.\n\nIn the end seven boats sank.', 'seven boats'],
  ['Who built the mill?', 'The mill was built of oak.\n\nThe mill was built by Anna Lindqvist.', 'Anna Lindqvist'],
  [
    'What is a quern?',
    'A miller had a quern and sold it.\n\nA quern is a stone that grinds corn by hand.',
    'is a stone that',
  ],
  ['Wann wurde die Brücke gebaut?', 'Die Brücke ist alt.\n\nGebaut wurde die Brücke 1702.', '1702'],
  ['How many mills burned?', 'In 1891 the mills burned.\n\nIn spring three mills burned.', 'three mills'],
  ['What share of the mills burned?', 'Mills often burned.\n\nOf the mills a third burned.', 'a third'],
  [
    'Who sent the letter?',
    'Let it be, said Ann Lee, and sent him.\n\nThe letter was sent by Anna Lindqvist.',
    'Anna Lindqvist',
  ],
  ['How long is a shift?', 'A shift is two men strong.\n\nA shift is no shorter than nine hours.', 'nine hours'],
  ['Wie oft wird gemahlen?', 'Zehn Säcke werden gemahlen.\n\nEinmal in der Woche wird gemahlen.', 'Einmal in der'],
  [
    'What do millers mean by grist?',
    'Grist keeps millers awake.\n\nGrist is the grain to be ground.',
    'Grist is the grain',
  ],
  ['What does no-store forbid?', 'No store forbids it.\n\nKeeping is what no-store forbids.', 'Keeping is what'],
  [
    'Why is letter K left out?',
    'A letter left out is missed.\n\nLetter K is left out, since C will do.',
    'since C will',
  ],
  [
    'Was kommt am Ende ins Mehlfass?',
    'Das Mehlfass steht am Tor.\n\nAm Ende kommt in das Mehlfass, was gemahlen ist.',
    'was gemahlen',
  ],
  [
    'Where was the millstone cut?',
    'The millstone was cut by hand.\n\nIt was cut near Andernach, this millstone.',
    'Andernach',
  ],
  [
    'How often does the author oil the mill?',
    'Mills want oil, he says, and often.\n\nI oil the mill every Friday.',
    'every Friday',
  ],
  [
    'What has ruined mills?',
    'Mills are old.\n\nA list of what has ruined mills:\n\n- a flood in the first spring\n- fire',
    'a flood in the first spring',
  ],
  [
    'Who worked the second mill?',
    'The second mill was fast.\n\nThe second mill was worked by a colleague.',
    'a colleague',
  ],
  ['Who bought the second mill?', 'Anna Lee bought the mill.\n\nBen Ott bought the second mill.', 'Ben Ott'],
  ['Pourquoi la tour penche-t-elle ?', 'La tour penche.\n\nLa tour penche parce que le sol est mou.', 'parce que'],
])('the best passage for %s is first', (question, text, wanted) => {
  const { passages, answered } = asked(question, text, 'A note');
  expect({ answered, first: passages[0]?.text }).toEqual({ answered: true, first: expect.stringContaining(wanted) });
});

test.each([
  ['When was John Locke born?', 'In 1686 John Locke published a way of indexing a notebook.'],
  ['When was the mill sold?', 'The mill was built in 1702 and burned down in 1891.'],
  ['How many mills burned?', 'The mills burned in 1891.'],
  ['When did Ada Wood die?', 'Ada Hall was close to death in 1906.\n\nIn 1959 others sold courses.'],
  ['How many millers work at the Ott mill?', 'The Ott mill has two wheels, and millers work there.'],
  ['How many sails does a windmill turn?', 'A windmill turned for two years by the sea.'],
  [
    'When did Ott sell the watermill to the bishop of Ghent?',
    'Ott sold his watermill to the bishop of Ghent gladly. In 1702 Ghent had fires.',
  ],
  ['How many steps has Ott?', 'The third step of Ott was in 1702.'],
  ['How tall is Ott?', 'Ott ground corn for years, and wrote two books about the mill.'],
  ['Where did Ada Ott marry?', 'Ada Ott ground corn in Ghent, and sold it in Bruges.'],
  ['Does RFC 9113 say more?', 'What RFC 9112 says is more than it seems.'],
  ['Why is it called Ott?', 'Ott was sold because nobody came.'],
  ['Who was taller, Bush or Engelbart?', 'Vannevar Bush and Douglas Engelbart both wrote about reading.'],
])('%s is not answered by a passage that says something else about it', (question, text) => {
  expect(asked(question, text, 'A note').answered).toBe(false);
});

test('a typo is corrected', () => {
  const text = 'Lindqvist painted a watermill for the abbot.';
  expect(asked('Who painted a watremill?', text, 'A note').answered).toBe(true);
  expect(asked('What did Lindquist paint?', text, 'A note').answered).toBe(true);
});

test('a passage about someone else is not shown with the answer, and of the closest ones comes last', () => {
  const hall = {
    ...noteOf('Hall the miller died in Bruges.\n\nHall the miller died in Lille.'),
    uuid: uuidOf(1),
  };
  const found = (wood: string) => {
    const { passages, answered } = passagesFor('Where did Wood the miller die?', [hall, noteOf(wood, 'The miller')]);
    return { answered, texts: passages.map(({ text }) => text) };
  };
  expect(found('Wood died in Ghent.')).toEqual({ answered: true, texts: ['Wood died in Ghent.'] });
  const other = ['Wood ground corn.', expect.stringContaining('Hall'), expect.stringContaining('Hall')];
  expect(found('Wood ground corn.')).toEqual({ answered: false, texts: other });
});

test('what is said about a passage never quotes that passage, alone or with its neighbours', () => {
  const passage = 'Ott ground the corn of the mill.';
  const body = `The mill stood in Ghent. ${passage} The mill of Ott burned down.\n\nThe corn of Ott was sold in Bruges.`;
  const texts = passagesFor(passage, [noteOf(body)], { besides: passage }).passages.map(({ text }) => text);
  expect(texts.sort()).toEqual([
    'The corn of Ott was sold in Bruges.',
    'The mill of Ott burned down.',
    'The mill stood in Ghent.',
  ]);
});

test('a sentence that refers to the previous one includes it', () => {
  const text = 'The Manipulus florum was finished in Paris. It holds about six thousand extracts.';
  expect(asked('How many extracts does the Manipulus florum have?', text).passages[0]?.text).toBe(text);
});

test('a short paragraph is quoted whole, and of a long one no more than three lines, without the question before', () => {
  const short = 'It rained. The mill of Ott burned down in 1702. Nobody mended it.';
  expect(asked('When did the mill of Ott burn down?', short).passages[0]?.text).toBe(short);
  const long = `${'It was wet all of that year. '.repeat(20)}Was it so? The mill of Ott burned down in 1702.`;
  expect(asked('When did the mill of Ott burn down?', long).passages[0]?.text).toMatch(/^The mill.{20,300}$/);
});

test('identical notes are quoted once', () => {
  const [one, two] = [0, 1].map((end) => ({ ...noteOf('Bees dance to tell where flowers are.'), uuid: uuidOf(end) }));
  expect(passagesFor('Why do bees dance?', [one!, two!]).passages).toHaveLength(1);
});

test('repeated words, and a list after many words, take no longer than other texts', () => {
  expect(asked('What is a foo?', `A foo is ${'usually '.repeat(60)}xx.`).passages).toHaveLength(1);
  const words = Array.from({ length: 10_000 }, (_, at) => `word${at}`);
  const list = words.map((word) => `- ${word} stays dry`).join('\n');
  const stone = 'A heron is a bird that stands in shallow water and waits.';
  expect(asked('What is a heron?', `${words.join(' ')}:\n\n${list}\n\n${stone}`).passages[0]?.text).toBe(stone);
});

test.each([
  ['How long does moss grow?', '1'.repeat(190_000)],
  ['How long does moss grow?', `well-known ${'a'.repeat(190_000)}`],
  ['How long does moss grow?', 'Rain fell. '.repeat(15_000)],
  ['水車はいつ燃えましたか？', '川の水車は雨の日にゆっくりと回りました。'.repeat(3_000)],
  [`${'How long does moss grow? '.repeat(20)}`, 'x\n\n'.repeat(60_000)],
])(
  'texts as long as a note of numbers, words, paragraphs or other scripts take no longer than others',
  async (question, long) => {
    const title = 'moss '.repeat(40).trim();
    const ask = () => expect(asked(question, `${long} moss.`, title).answered).toBe(false);
    expect(await cpuMsOf(ask)).toBeLessThan(5_000);
  },
);
