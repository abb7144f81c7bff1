import { expect, test } from 'vitest';
import { refusesCopies } from '../../../src/capture/server/read-page.ts';

test.each(['noarchive', 'index, NOARCHIVE', 'none', 'otherbot: none', 'max-image-preview:none, noarchive'])(
  '“%s” asks that no copy be kept',
  (wishes) => expect(refusesCopies(wishes)).toBe(true),
);

test.each(['', undefined, 'noindex, nofollow', 'max-image-preview:none', 'max-video-preview: none, index'])(
  '“%s” leaves copies alone',
  (wishes) => expect(refusesCopies(wishes)).toBe(false),
);
