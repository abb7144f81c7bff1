import type { Config } from '@netlify/functions';
import { collectionPicture, notePicture } from '../src/feeds/server/preview/draw.ts';
import { answerByPath } from '../src/platform/server/http/api.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';

/** Pictures that previews show, drawn by a native module. */
export default answerByPath({
  '/note/image/{uuid}/{file}': endpoint({ GET: notePicture }),
  '/collection/image/{id}/{file}': endpoint({ GET: collectionPicture }),
});

export const config: Config = { path: ['/note/image/:uuid/:file', '/collection/image/:id/:file'] };
