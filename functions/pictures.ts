import type { Config } from '@netlify/functions';
import { notePicture } from '../src/feeds/server/preview/draw.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';

/** Pictures that previews show, drawn by a native module. */
export default endpoint({ GET: notePicture });

export const config: Config = { path: '/note/image/:uuid/:file' };
