/**
 * By how much each thing tells that a passage answers. Chosen on `tests/eval/questions.tsv`, and to be
 * chosen on no other questions; `npm run eval -- answer-weights` says how well others would do there.
 */
export const weights = {
  /**
   * What a thing counts that stands not in the passage, but in the sentence beside it, above it, in its block, in its note;
   * or that its note is about.
   */
  beside: 0.7,
  above: 0.5,
  block: 0.45,
  note: 0.2,
  subject: 0.8,
  /** The share that what the passage itself names has in how much it is about what is asked. */
  own: 0.35,
  /** How well a passage does that has plainly, perhaps or not what the kind of question asks for. */
  plainly: 1.4,
  perhaps: 1,
  hardly: 0.7,
  defines: 1.6,
  nearlyDefines: 1.2,
  /** The search knows which note speaks of it most: what each later one loses. */
  laterNote: 0.12,
  /** Longer quotations have more words by chance: what a thousand characters more lose. */
  length: 1,
  /** How much of what a question is about has to be there, by how plainly it answers otherwise. */
  enoughPlainly: 0.42,
  enoughPerhaps: 0.4,
  enoughHardly: 0.7,
};

export type Weights = typeof weights;
