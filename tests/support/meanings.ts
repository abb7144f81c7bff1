import { createHash } from 'node:crypto';

/** Groups of synonyms, each with a direction of its own. */
const meanings = [
  'bee bees hive hives honey apiary apiarist swarm pollen',
  'sleep sleeping slumber nap rest bed dream insomnia',
  'ship ships sail sailing boat vessel harbour sea voyage',
  'bread dough oven bake baking loaf flour yeast',
  'clock clocks watch watches hour timepiece pendulum',
  'snow ice winter frost glacier cold avalanche',
].map((words) => words.split(' '));

const size = 320;
/** The weight of any other word, beside 1 for a word from a group. */
const little = 0.05;

/**
 * A deterministic stand-in for a model's embedding: synonyms point in the same direction, all other words slightly in
 * a direction derived from their letters.
 */
export function vectorOf(text: string): number[] {
  const vector = Array.from({ length: size }, () => 0);
  const add = (at: number, much: number) => (vector[at] = (vector[at] ?? 0) + much);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? ['']) {
    const meaning = meanings.findIndex((words) => words.includes(word));
    if (meaning >= 0) add(meaning, 1);
    else add(meanings.length + (createHash('sha256').update(word).digest().readUInt16BE(0) % 200), little);
  }
  return vector;
}
