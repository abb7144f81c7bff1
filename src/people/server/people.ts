/** What the servers of other nouns read of people. */
export { findUserByHandle, idsOfHandles, readUser, readUsers, readUserText } from './store/users.ts';
