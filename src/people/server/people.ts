/** The store functions of people that servers of other nouns may use. */
export { countModerators, moderatorIds, putRole } from './store/roles.ts';
export { findUserByHandle, idsOfHandles, readUser, readUsers, readUserText } from './store/users.ts';
