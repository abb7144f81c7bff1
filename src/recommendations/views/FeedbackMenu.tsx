import type { ForYouNote } from '../model/page.ts';
import type { FeedbackKind, FeedbackWay } from '../model/feedback.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';

/** What is asked for, with the sentence that says it is done. */
export type Asked = { way: FeedbackWay; kind: FeedbackKind; id: string; said: string };

type Offer = Omit<Asked, 'way'> & { label: string };
type Props = { way: FeedbackWay; note: ForYouNote; onAsk: (asked: Asked) => void };

/** The button that opens what one may want more or less of, as far as a note tells. */
export function FeedbackMenu({ way, note, onAsk }: Props) {
  const name = way === 'more' ? 'More' : 'Less';
  const trigger = (
    <Button size="xs" variant="ghost" color="neutral" aria-label={`${name} like this: ${note.title}`}>
      {name}
      <Glyph name="chevron" className="size-4" />
    </Button>
  );
  return (
    <Menu trigger={trigger} align="start">
      {offersOf(way, note).map(({ label, ...offer }) => (
        <MenuItem key={`${offer.kind} ${offer.id}`} onSelect={() => onAsk({ way, ...offer })}>
          <span className="wrap-anywhere">{label}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

function offersOf(way: FeedbackWay, { uuid, title, tags, author, reasons }: ForYouNote): Offer[] {
  const whom = author.name || `@${author.handle}`;
  const more = way === 'more';
  const named: Offer[] = [
    ...tags.map((tag): Offer => {
      const what = `${more ? 'More' : 'Less'} of #${tag}`;
      return { kind: 'tag', id: tag, label: what, said: `${what} from now on.` };
    }),
    {
      kind: 'person',
      id: author.id,
      label: `${more ? 'More' : 'Less'} by ${whom}`,
      said: `${more ? 'More' : 'Less'} by ${whom} from now on.`,
    },
  ];
  if (more) {
    return [
      { kind: 'note', id: uuid, label: 'More like this note', said: `More like “${title}” from now on.` },
      ...named,
    ];
  }
  const notBecause = reasons.flatMap((reason): Offer[] =>
    reason.kind === 'note'
      ? [
          {
            kind: 'note',
            id: reason.id,
            label: `Nothing because of “${reason.name}”`,
            said: `Nothing because of “${reason.name}” from now on.`,
          },
        ]
      : [],
  );
  return [
    { kind: 'note', id: uuid, label: 'Not this note', said: `“${title}” will not come again.` },
    ...named,
    ...notBecause,
  ];
}
