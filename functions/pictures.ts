import type { Config } from '@netlify/functions';
import { collectionPicture, notePicture, cardPicture } from '../src/feeds/server/preview/draw.ts';
import { avatarRoutes } from '../src/people/server/routes-avatar.ts';
import { pictureRoutes } from '../src/pictures/server/routes.ts';
import { pictureAnswer } from '../src/pictures/server/pictures.ts';
import { answerByPath, apiOf } from '../src/platform/server/http/api.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';

/** Stored pictures, avatars and preview pictures. Separate, because decoding and drawing needs a native module. */
export default answerByPath({
  '/api/account/avatar': apiOf(avatarRoutes),
  '/api/pictures': apiOf(pictureRoutes),
  '/pictures/{file}': endpoint({ GET: pictureAnswer }),
  '/note/image/{uuid}/{file}': endpoint({ GET: notePicture }),
  '/collection/image/{id}/{file}': endpoint({ GET: collectionPicture }),
  '/preview/{kind}/{file}': endpoint({ GET: cardPicture }),
});

export const config: Config = {
  path: [
    '/api/account/avatar',
    '/api/pictures',
    '/pictures/:file',
    '/note/image/:uuid/:file',
    '/collection/image/:id/:file',
    '/preview/:kind/:file',
  ],
};
