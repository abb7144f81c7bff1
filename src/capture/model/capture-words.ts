import type { CaptureFailure, NoCopy } from './capture.ts';

const saved = ' You can still save the link.';

/** Each failure in a sentence, for the person who wants to save the link. */
export const failureInWords: Record<CaptureFailure, string> = {
  address: `That isn’t the address of a web page.${saved}`,
  forbidden: `That address isn’t on the public internet, so it wasn’t opened.${saved}`,
  unreachable: `The page’s site couldn’t be reached.${saved}`,
  slow: `The page took longer than ten seconds to load.${saved}`,
  redirects: `The address keeps redirecting and never reaches a page.${saved}`,
  'too-large': `The page is larger than 5 MB, so it wasn’t read.${saved}`,
  'not-html': `That’s a file, not a web page, so there’s no text to read.${saved}`,
  missing: `Its site says this page no longer exists.${saved}`,
  'sign-in': `The page is only for people who are signed in there.${saved}`,
  refused: `The page’s site refused to send it.${saved}`,
};

/** Why a page that was read has no copy. */
export const noCopyInWords: Record<NoCopy, string> = {
  robots: 'Its site asks not to be copied, so there’s no copy.',
  'no-text': 'No text was found on it, so there’s no copy.',
  'too-long': 'It’s too long or too complex to keep a copy of its text.',
};
