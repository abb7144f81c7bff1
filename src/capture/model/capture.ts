import * as z from 'zod';

/** A page's metadata. Texts are plain and short; `published` is ISO 8601; addresses are absolute http or https URLs. */
export const PageFacts = z.object({
  title: z.string(),
  description: z.string(),
  author: z.string(),
  site: z.string(),
  /** A language tag such as `pt-BR`; empty if the page has none. */
  language: z.string(),
  published: z.string().nullable(),
  image: z.string().nullable(),
  canonical: z.string().nullable(),
});
export type PageFacts = z.infer<typeof PageFacts>;

/** A page as it was when somebody saved it: its metadata, and its readable text as safe HTML. */
export const Copy = z.object({
  /** The page's address after redirects. */
  url: z.string(),
  /** When it was read, ISO 8601. */
  at: z.iso.datetime(),
  facts: PageFacts,
  html: z.string(),
  minutes: z.int().positive(),
});
export type Copy = z.infer<typeof Copy>;

/** Why a page could not be read. Its link can be saved all the same. */
export const CaptureFailure = z.enum([
  'address',
  'forbidden',
  'unreachable',
  'slow',
  'redirects',
  'too-large',
  'not-html',
  'missing',
  'sign-in',
  'refused',
]);
export type CaptureFailure = z.infer<typeof CaptureFailure>;

/** Why a page that was read has no archived copy. */
export const NoCopy = z.enum(['robots', 'no-text', 'too-long']);
export type NoCopy = z.infer<typeof NoCopy>;

/** A link whose last check found no page: the status, or null for no answer, and since when. */
export const LinkState = z.object({
  url: z.string(),
  status: z.int().nullable(),
  since: z.iso.datetime(),
  /** Whether it is certain that the page is gone, or has failed for days. */
  broken: z.boolean(),
});
export type LinkState = z.infer<typeof LinkState>;

/** A sentence for each failure. The caller adds what can be done about it. */
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

/**
 * Whether directives to robots (of a meta element, or of X-Robots-Tag) forbid keeping a copy. How much of a preview they
 * allow (`max-image-preview: none`) is another matter.
 */
export function refusesCopies(directives: string | undefined): boolean {
  return /(?<!max-[a-z-]+:\s*)\b(noarchive|none)\b/i.test(directives ?? '');
}

/** Whether directives to robots forbid showing pictures of the page elsewhere. */
export function refusesPictures(directives: string | undefined): boolean {
  return /\b(noimageindex|max-image-preview:\s*none)\b/i.test(directives ?? '');
}
