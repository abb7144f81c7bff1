import { engineInWords, type ReadingAid, type ReadingLevel } from '../../../notes/model/reading-aid.ts';

export const levelInWords: Record<ReadingLevel, string> = {
  easy: 'Easy reading',
  medium: 'Moderate reading',
  demanding: 'Demanding reading',
};

type Props = { aid: ReadingAid };

/** The points that a note makes, each leading to its place in the text, and who says so. */
export function InBrief({ aid }: Props) {
  return (
    <aside className="aid" aria-labelledby="in-brief">
      <h2 id="in-brief">In brief</h2>
      <ul dir="auto" lang={aid.language}>
        {aid.points.map(({ text, at }) => (
          <li key={text}>
            <a href={`#${at}`}>{text}</a>
          </li>
        ))}
      </ul>
      <p>{engineInWords[aid.engine]}</p>
    </aside>
  );
}

/** The names that a long note speaks of, each leading to where it first stands. */
export function NamesIn({ aid }: Props) {
  return (
    <p className="aid-names">
      Names here:{' '}
      {aid.names.map(({ name, at }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <a href={`#${at}`}>{name}</a>
        </span>
      ))}
    </p>
  );
}
