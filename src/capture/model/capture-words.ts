import type { CaptureFailure, NoCopy } from './capture.ts';

/** Each failure in a sentence: what can be done is said by whoever shows it. */
export const failureInWords: Record<CaptureFailure, string> = {
  address: 'That isn’t the address of a web page.',
  forbidden: 'That address isn’t on the public internet, so it wasn’t opened.',
  unreachable: 'The page’s site couldn’t be reached.',
  slow: 'The page took longer than ten seconds to load.',
  redirects: 'The address keeps redirecting and never reaches a page.',
  'too-large': 'The page is larger than 5 MB, so it wasn’t read.',
  'not-html': 'That’s a file, not a web page, so there’s no text to read.',
  missing: 'Its site says this page no longer exists.',
  'sign-in': 'The page is only for people who are signed in there.',
  refused: 'The page’s site refused to send it.',
};

/** Why a page that was read has no copy. */
export const noCopyInWords: Record<NoCopy, string> = {
  robots: 'Its site asks not to be copied, so there’s no copy.',
  'no-text': 'No text was found on it, so there’s no copy.',
  'too-long': 'It’s too long or too complex to keep a copy of its text.',
};
