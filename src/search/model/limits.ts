/** What bounds the index and a search, so that neither grows with what somebody writes or asks. */
export const wordLimits = {
  /** Notes in the list of one word: those about which it says most. */
  postings: 1000,
  /** Characters of a note that are searched and shown in passages: about 7,000 words. */
  text: 40_000,
} as const;

/** Bytes that a file of each kind has on average. */
export const fileBytes = { words: 8192, filters: 8192, ends: 8192, notes: 8192 } as const;

export const queryLimits = {
  /** Characters of a query that are read, and words of it that are looked up. */
  length: 1000,
  words: 24,
  /** Files of words that one beginning of a word may bring. */
  files: 4,
  /** Words that stand for one that is being typed, and for one that is misspelt. */
  completions: 24,
  slips: 6,
  /** Notes whose text is read to find those that keep every condition. */
  checked: 80,
} as const;

/** How many searches one person may save. */
export const maxSavedSearches = 20;
