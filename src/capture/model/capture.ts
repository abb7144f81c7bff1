import { z } from 'zod';

/** What a page says of itself. Texts are plain and short; `published` is ISO 8601; addresses are whole and of the web. */
export const PageFacts = z.object({
  title: z.string(),
  description: z.string(),
  author: z.string(),
  site: z.string(),
  /** A language tag such as `pt-BR`; empty where the page names none. */
  language: z.string(),
  published: z.string().nullable(),
  image: z.string().nullable(),
  canonical: z.string().nullable(),
});
export type PageFacts = z.infer<typeof PageFacts>;

/** A page as it was when somebody saved it: what it said of itself, and its readable text as safe HTML. */
export const Copy = z.object({
  /** Where the page was read, after redirects. */
  url: z.string(),
  /** When, ISO 8601. */
  at: z.iso.datetime(),
  facts: PageFacts,
  html: z.string(),
  minutes: z.int().positive(),
});
export type Copy = z.infer<typeof Copy>;

/** Why a page could not be read. The link can be saved in any case. */
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

/** What a link answered last, where that was no page: its status, or null where nothing answered, and since when. */
export const LinkState = z.object({
  url: z.string(),
  status: z.int().nullable(),
  since: z.iso.datetime(),
  /** Whether that is sure: the page is gone, or did not answer for days. */
  broken: z.boolean(),
});
export type LinkState = z.infer<typeof LinkState>;

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
