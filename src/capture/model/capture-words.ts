import type { CaptureFailure, NoCopy } from './capture.ts';

const saved = ' The link can be saved all the same.';

/** Each failure in a sentence, for the person who wants to save the link. */
export const failureInWords: Record<CaptureFailure, string> = {
  address: `That is no address of a web page.${saved}`,
  forbidden: `That address is not on the public internet, so it was not opened.${saved}`,
  unreachable: `The page’s server could not be reached.${saved}`,
  slow: `The page did not come within ten seconds.${saved}`,
  redirects: `The address leads on and on, to no page.${saved}`,
  'too-large': `The page is larger than 5 MB, so it was not read.${saved}`,
  'not-html': `That is a file and no web page, so there is no text to read from it.${saved}`,
  missing: `There is no such page any more, says its site.${saved}`,
  'sign-in': `The page is only for people who sign in there.${saved}`,
  refused: `The page’s site did not want to give it.${saved}`,
};

/** Why a page that was read has no copy. */
export const noCopyInWords: Record<NoCopy, string> = {
  robots: 'Its site does not want copies kept, so none is.',
  'no-text': 'No text to read was found in it, so there is no copy.',
  'too-long': 'It is too long, or too much is nested in it, to keep a copy of its text.',
};
