/** What the servers of other nouns read of people. */
export { countModerators, moderatorIds, putRole } from './store/roles.ts';
export { findUserByHandle, idsOfHandles, readUser, readUsers, readUserText } from './store/users.ts';
