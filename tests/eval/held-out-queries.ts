import type { Grades } from './figures.ts';

/**
 * Queries that no constant was ever chosen by. They were written and judged from the notes alone; whoever tunes the ranking
 * looks at `judged-queries.ts`, and at these only once, afterwards.
 */
export const heldOutFirst: [query: string, grades: Grades][] = [
  ['bees gathering honey metaphor', { 'what-a-commonplace': 2 }],
  ['seneca letter to lucilius', { 'what-a-commonplace': 2, 'the-debt': 1 }],
  ['hash table in a notebook', { 'a-hundred-small': 2 }],
  ['eye movements while reading', { 'how-fast': 2 }],
  ['reading aloud speed', { 'how-fast': 2 }],
  ['etag conditional request 304', { 'how-a-cache': 2 }],
  ['poe pencil notes in his own books', { 'an-ample': 2 }],
  ['translating homer into english verse', { 'the-first-word': 2 }],
  ['pulley and rope lesson', { 'why-notes': 2 }],
  ['oldest website cern', { 'the-first-page': 2, 'trails-mice': 1 }],
  ['when to give up on a book', { 'keeping-company': 2 }],
  ['meaningless syllables experiment', { 'the-forgetting': 2 }],
  ['cut the passage you like best', { 'revising-with': 2 }],
  ['archived copies of vanished web pages', { 'links-rot': 2 }],
  ['turkish bow and the crusades', { 'trails-mice': 2 }],
  ['card index answering questions by post', { 'trails-mice': 2, 'what-luhmann': 1 }],
  ['font size in rem', { 'a-column': 2 }],
  ['escape an ampersand in a query string', { 'anatomy-of': 2 }],
  ['alt text for images', { 'html-for-people': 2 }],
  ['shift_jis backslash', { 'how-a-letter': 2 }],
  ['podcast subscriptions', { 'a-quiet-way': 2 }],
  ['quotation wrongly attributed to voltaire', { 'the-debt': 2 }],
  ['questions instead of topics', { 'an-outline': 2 }],
  ['better names instead of comments', { 'comments-for': 2 }],
  ['lesen borgen schulden', { 'das-schmierbuch': 2 }],
  ['oublier les livres', { 'une-tour': 2 }],
  ['抜き書き', { 見ぬ世: 2 }],
  ['الكشكول', { الجليس: 2 }],
  ['अभ्यास', { रस्सी: 2 }],
  ['engelbert mouse', { 'trails-mice': 2 }],
  ['zibaldonne', { 'four-thousand': 2 }],
  ['unicod', { 'how-a-letter': 2 }],
  ['"strike it out"', { 'revising-with': 2 }],
];

/** The same on the generated collection, each about one fact of one subject: `subject/fact`. */
export const heldOutGenerated: [query: string, fact: string][] = [
  ['snake warming her eggs', 'python snake/eggs'],
  ['snake climbing a tree', 'python snake/scales'],
  ['python type annotations', 'python language/types'],
  ['ice in the shadows of craters', 'mercury planet/craters'],
  ['planet with a large iron core', 'mercury planet/core'],
  ['gold miners using mercury', 'mercury metal/gold'],
  ['willow roots at the bank', 'river bank/willow'],
  ['bank vault', 'money bank/vault'],
  ['seal whiskers', 'seal animal/whiskers'],
  ['forging a seal with bread', 'seal stamp/forgery'],
  ['name stamp in japan', 'seal stamp/stone'],
  ['jaguar or leopard spots', 'jaguar cat/spots'],
  ['cracked leather in a jaguar', 'jaguar car/seats'],
  ['cranes dance before nesting', 'crane bird/dance'],
  ['crane in strong wind', 'crane machine/wind'],
  ['boats caulked with pitch', 'pitch tar/boats'],
  ['tired singers lose pitch', 'pitch music/voice'],
  ['tree ring of a dry summer', 'ring tree/drought'],
];
