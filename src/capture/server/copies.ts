/** What the servers of other nouns read of copies, apart from what makes them, whose packages only captures need. */
export { copyFactsOf, readCopy, withCopies } from './store/copies.ts';
