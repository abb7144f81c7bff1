import { cleanName } from '../../../platform/model/name.ts';
import { User } from '../../model/user.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';

export const StoredUser = jsonOf(User).transform((user) => ({
  ...user,
  name: cleanName(user.name).replace(/[@﹫＠]/gu, '') || user.handle,
}));
