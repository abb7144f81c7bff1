import * as z from 'zod';

/** The orders in which notes are listed. */
export const NoteOrder = z.enum(['new', 'hot', 'discussed', 'saved']);
export type NoteOrder = z.infer<typeof NoteOrder>;

/** The orders that depend on what people did with notes. */
export const RankedOrder = NoteOrder.exclude(['new']);
export type RankedOrder = z.infer<typeof RankedOrder>;

/** By how many seconds a note with ten times the votes or comments may be older and still rank the same. */
export const tenfoldSeconds = { hot: 45_000, discussed: 604_800 } as const;

/** Scales a time down so far that it only decides between equal numbers of saves. */
export const savedTimeScale = 10_000_000_000;

type At = { publishedAt: string };

/**
 * Hot: log10(1 + votes) + seconds since 1970 / 45,000. Time is counted from a fixed point, so a score changes only with a
 * vote: ten times the votes are worth 12.5 hours, and nothing is recomputed as time goes by.
 */
export function hotScore({ votes, publishedAt }: At & { votes: number }): number {
  return Math.log10(1 + votes) + seconds(publishedAt) / tenfoldSeconds.hot;
}

/** Discussed: the same with comments, where ten times as many are worth a week. Notes without comments are not listed. */
export function discussedScore({ comments, publishedAt }: At & { comments: number }): number {
  return Math.log10(1 + comments) + seconds(publishedAt) / tenfoldSeconds.discussed;
}

/** Most saved: the number of saves of all time; of equally saved notes, the newer first. Notes without saves are not listed. */
export function savedScore({ saves, publishedAt }: At & { saves: number }): number {
  return saves + seconds(publishedAt) / savedTimeScale;
}

function seconds(iso: string): number {
  return Date.parse(iso) / 1000;
}
