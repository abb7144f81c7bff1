import { expect, test } from 'vitest';
import { refusesCopies } from '../../../src/capture/model/capture.ts';

test.each(['noarchive', 'index, NOARCHIVE', 'none', 'otherbot: none', 'max-image-preview:none, noarchive'])(
  '“%s” forbids copies',
  (wishes) => expect(refusesCopies(wishes)).toBe(true),
);

test.each(['', undefined, 'noindex, nofollow', 'max-image-preview:none', 'max-video-preview: none, index'])(
  '“%s” allows copies',
  (wishes) => expect(refusesCopies(wishes)).toBe(false),
);
