/** What a person highlighted of a kept page, and said of it: by the beginning of the note's slug. */
export const highlighted: Record<string, [quote: string, remark: string]> = {
  'what-luhmann': ['Six wooden boxes of four drawers each', 'for the talk in Bielefeld, ask Petra'],
  'how-a-cache': ['Validation is about identity.', 'explains the etag mess at work'],
  'how-fast': ['238', 'tell dad about the audiobook speed'],
  'anatomy-of': ['The browser keeps this to itself.', 'privacy of fragments'],
  'the-first-page': ['A static page is a file.', 'argument for the new intranet'],
};

/** What they said below notes. */
export const commented: Record<string, string> = {
  'a-column': 'I set my editor to 66 characters after this and never went back.',
  'comments-for': 'Ngozi deserves a raise. We print this for every intern.',
  'four-thousand': 'Where is the best Italian pocket edition?',
};

type Kind = 'a word of it' | 'a site' | 'that article on' | 'a slip';

/**
 * What people type to find again what they have kept, and the one thing that they mean: by the beginning of its slug. Every
 * second one is held out from choosing constants.
 */
export const libraryQueries: Record<Kind, [query: string, wanted: string][]> = {
  'a word of it': [
    ['toinard', 'a-hundred-small'],
    ['gum tragacanth', 'an-ample'],
    ['brysbaert', 'how-fast'],
    ['turkish bow longbow', 'trails-mice'],
    ['shift_jis', 'how-a-letter'],
    ['klitterbuch', 'das-schmierbuch'],
    ['ngozi friday', 'comments-for'],
    ['ask about the rope', 'why-notes'],
    ['seneca bees', 'what-a-commonplace'],
    ['gnedich', 'the-first-word'],
    ['evelyn beatrice hall', 'the-debt'],
    ['petra talk', 'what-luhmann'],
    ['etag', 'how-a-cache'],
    ['intranet', 'the-first-page'],
    ['pocket edition', 'four-thousand'],
    ['intern raise', 'comments-for'],
    ['delgado', 'a-column'],
    ['trolley feather', 'an-outline'],
  ],
  'a site': [
    ['rfc-editor', 'how-a-cache'],
    ['gutenberg.org walden', 'as-deliberately'],
    ['cern', 'the-first-page'],
    ['niklas-luhmann-archiv.de', 'what-luhmann'],
    ['w3.org headings', 'html-for'],
    ['wikipedia zibaldone', 'four-thousand'],
    ['whatwg', 'anatomy-of'],
    ['rfc-editor feed', 'a-quiet'],
    ['info.cern.ch', 'the-first-page'],
    ['gutenberg', 'as-deliberately'],
  ],
  'that article on': [
    ['that article on how fast people read', 'how-fast'],
    ['the thing about luhmann and his boxes', 'what-luhmann'],
    ['article about paper vs screen', 'a-column'],
    ['the piece on blind readers and html', 'html-for'],
    ['something about merchants and a waste book', 'das-schmierbuch'],
    ['that essay about translating homer', 'the-first-word'],
    ['why are old web pages still working', 'the-first-page'],
    ['how browsers know a page is fresh', 'how-a-cache'],
    ['what do the parts of a web address mean', 'anatomy-of'],
    ['who really said i disapprove of what you say', 'the-debt'],
    ['rss without social media', 'a-quiet'],
    ['text on how to index a notebook', 'a-hundred-small'],
    ['that article on forgetting curves', 'the-forgetting'],
    ['wrong characters in japanese files', 'how-a-letter'],
    ['outline made of questions', 'an-outline'],
    ['writing code comments for colleagues', 'comments-for'],
    ['notes that make no sense years later', 'why-notes'],
    ['swift definition of style', 'proper-words'],
  ],
  'a slip': [
    ['zibaldonne', 'four-thousand'],
    ['lichtenburg', 'das-schmierbuch'],
    ['comonplace book', 'what-a-commonplace'],
    ['brysbeart', 'how-fast'],
    ['mojibaek', 'how-a-letter'],
    ['luhman slips', 'what-luhmann'],
    ['ebbinghaus forgeting', 'the-forgetting'],
    ['swfit proper words', 'proper-words'],
    ['anatmoy address', 'anatomy-of'],
    ['illiad first word', 'the-first-word'],
    ['memxe trail', 'trails-mice'],
    ['qoutation debt', 'the-debt'],
    ['wladen deliberately', 'as-deliberately'],
    ['http cahcing', 'how-a-cache'],
  ],
};
