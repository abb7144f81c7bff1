import path from 'node:path';
import { readCollection } from '../../netlify/local/seed.ts';
import { recommend } from '../../src/recommendations/model/recommended.ts';
import { mean, precision, rounded, type Figures } from './figures.ts';
import { judgedNear } from './judged-near.ts';

/** What a page shows. */
const depth = 10;
const nearest = 3;

/**
 * What a reader is shown who has voted for one judged note of the first collection, and what one is who has for two: are the
 * first three among those that somebody would read next, how much of the page does one reason explain alone, and how many
 * different ones does it give. Every other one is held out, though no constant was chosen here.
 */
export async function measure(): Promise<Figures[]> {
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const now = new Date('2026-11-20T00:00:00Z');
  const named = (begin: string) => {
    const note = notes.find(({ slug }) => slug.startsWith(begin));
    if (!note) throw new Error(`No note of the first collection begins with ${begin}.`);
    return note;
  };
  const at = ({ publishedAt, createdAt }: (typeof notes)[number]) => Date.parse(publishedAt ?? createdAt);
  const judged = Object.entries(judgedNear);
  const pages = judged.flatMap(([begin, near], index) =>
    [[begin], [begin, judged[(index + 5) % judged.length]?.[0] ?? begin]].map((voted) => {
      const liked = voted.map(named);
      const wanted = new Set(voted.flatMap((one) => judgedNear[one] ?? near).map((one) => named(one).uuid));
      const candidates = notes
        .filter((note) => !liked.includes(note))
        .map((note) => ({ uuid: note.uuid, authorId: note.authorId, tags: note.tags, at: at(note), said: 0 }));
      const signals = liked.map((note) => ({ why: 'voted' as const, at: now.getTime(), note }));
      const shown = recommend({ signals, follows: [], more: [], less: [] }, candidates, now, depth);
      const newest = candidates.toSorted((a, b) => b.at - a.at).map(({ uuid }) => uuid);
      const alone = shown.filter(({ because: [first, second] }) => first?.kind === 'note' && !second);
      return {
        ...{ votes: voted.length, half: index % 2 === 0 ? 'tuned' : 'held out' },
        own: precision(
          shown.map(({ uuid }) => uuid),
          wanted,
          nearest,
        ),
        newest: precision(newest, wanted, nearest),
        alone: Math.max(
          0,
          ...[...Map.groupBy(alone, ({ because }) => because[0]?.id).values()].map((all) => all.length),
        ),
        reasons: new Set(shown.map(({ because }) => JSON.stringify(because))).size,
      };
    }),
  );
  return [1, 2].flatMap((votes) =>
    ['tuned', 'held out'].map((half) => {
      const some = pages.filter((page) => page.votes === votes && page.half === half);
      const all = (of: (page: (typeof pages)[number]) => number) => rounded(mean(some.map(of)));
      return {
        ...{ votes, judged: `${some.length} ${half}`, 'precision@3': all(({ own }) => own) },
        'newest first': all(({ newest }) => newest),
        'explained by one vote alone': `${all(({ alone }) => alone)} of ${depth}, most ${Math.max(...some.map(({ alone }) => alone))}`,
        'different reasons': all(({ reasons }) => reasons),
      };
    }),
  );
}
