import type { ForYouNote, FeedbackKind, FeedbackWay, Feedback } from '../model/for-you.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { LoadFailure } from '../../ui/Loading.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { call, useCall } from '../browser/calls.ts';
import { ChosenName, ChosenRow } from '../../inbox/views/ChosenRow.tsx';

/** The person's feedback, each with a button to remove it. Renders nothing without any. */
export function FeedbackList() {
  const { answer, retry } = useCall('GET /api/for-you/wishes', {});
  if (!answer) return null;
  if (!answer.ok) {
    return (
      <div className="mt-8">
        <LoadFailure what="what you’ve asked for" failure={answer} retry={retry} />
      </div>
    );
  }
  const { wishes } = answer.data;
  if (wishes.length === 0) return null;
  return (
    <section aria-labelledby="feedback" className="mt-10 border-t border-line pt-5">
      <h2 id="feedback" className="m-0 text-base font-semibold">
        What you’ve asked for
      </h2>
      <p className="m-0 text-sm text-muted">Only you see this. What you remove no longer counts.</p>
      <ul className="m-0 mt-2 list-none p-0">
        {wishes.map((feedback) => (
          <GivenFeedback key={`${feedback.way} ${feedback.kind} ${feedback.id}`} feedback={feedback} />
        ))}
      </ul>
    </section>
  );
}

const words: Record<Feedback['way'], Record<Feedback['kind'], string>> = {
  more: { tag: 'More of', person: 'More by', note: 'More like' },
  less: { tag: 'Less of', person: 'Less by', note: 'Nothing from' },
};

const ways = { end: 'Remove', again: 'Add again' } as const;

function GivenFeedback({ feedback: { kind, id, way, name, path } }: { feedback: Feedback }) {
  const said = words[way][kind];
  const at = { kind, id };
  return (
    <ChosenRow
      name={`${said} ${name}`}
      words={ways}
      choose={(on) =>
        on
          ? call('PUT /api/for-you/wishes/{kind}/{id}', { at, body: { way } })
          : call('DELETE /api/for-you/wishes/{kind}/{id}', { at })
      }
    >
      <span className="text-muted">{said}</span> <ChosenName name={name} path={path} />
    </ChosenRow>
  );
}

/** Feedback to send, with the sentence that confirms it. */
export type FeedbackToSend = { way: FeedbackWay; kind: FeedbackKind; id: string; confirmation: string };

type Offer = Omit<FeedbackToSend, 'way'> & { label: string };
type Props = { way: FeedbackWay; note: ForYouNote; onAsk: (asked: FeedbackToSend) => void };

/** The menu of feedback about a note: more or less of its tags, its author and similar notes. */
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
      return { kind: 'tag', id: tag, label: what, confirmation: `${what} from now on.` };
    }),
    {
      kind: 'person',
      id: author.id,
      label: `${more ? 'More' : 'Less'} by ${whom}`,
      confirmation: `${more ? 'More' : 'Less'} by ${whom} from now on.`,
    },
  ];
  if (more) {
    return [
      { kind: 'note', id: uuid, label: 'More like this note', confirmation: `More like “${title}” from now on.` },
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
            confirmation: `No more suggestions based on “${reason.name}”.`,
          },
        ]
      : [],
  );
  return [
    { kind: 'note', id: uuid, label: 'Not this note', confirmation: `“${title}” won’t come up again.` },
    ...named,
    ...notBecause,
  ];
}
