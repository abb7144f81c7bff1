import { Comment, CommentVersion } from '../../model/comment.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';

export const StoredComment = jsonOf(Comment);

export const StoredVersion = jsonOf(CommentVersion);
