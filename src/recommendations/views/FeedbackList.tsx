import { send } from '../../platform/browser/api.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import type { Feedback } from '../model/feedback.ts';
import { Button } from '../../ui/Button.tsx';
import { ChosenName, ChosenRow } from '../../inbox/views/ChosenRow.tsx';

/** What I asked for more and less of, each with a way to take it back. Nothing stands here before the first wish. */
export function FeedbackList() {
  const { answer, retry } = useQuery<{ wishes: Feedback[] }>('/api/for-you/wishes');
  if (!answer) return null;
  if (!answer.ok) {
    return (
      <p className="mt-8 mb-0 text-sm text-danger">
        What you asked for could not be loaded.{' '}
        <Button size="xs" variant="ghost" onClick={retry}>
          Try again
        </Button>
      </p>
    );
  }
  const { wishes } = answer.data;
  if (wishes.length === 0) return null;
  return (
    <section aria-labelledby="wishes" className="mt-10 border-t border-line pt-5">
      <h2 id="wishes" className="m-0 text-base font-semibold">
        What you asked for
      </h2>
      <p className="m-0 text-sm text-muted">Only you see this. What you take back no longer counts.</p>
      <ul className="m-0 mt-2 list-none p-0">
        {wishes.map((wish) => (
          <GivenFeedback key={`${wish.way} ${wish.kind} ${wish.id}`} wish={wish} />
        ))}
      </ul>
    </section>
  );
}

const words: Record<Feedback['way'], Record<Feedback['kind'], string>> = {
  more: { tag: 'More of', person: 'More by', note: 'More like' },
  less: { tag: 'Less of', person: 'Less by', note: 'Nothing of' },
};

const ways = { end: 'Take back', again: 'Ask again' } as const;

function GivenFeedback({ wish: { kind, id, way, name, path } }: { wish: Feedback }) {
  const said = words[way][kind];
  const address = `/api/for-you/wishes/${kind}/${encodeURIComponent(id)}`;
  return (
    <ChosenRow
      name={`${said} ${name}`}
      words={ways}
      choose={(on) => (on ? send('PUT', address, { way }) : send('DELETE', address))}
    >
      <span className="text-muted">{said}</span> <ChosenName name={name} path={path} />
    </ChosenRow>
  );
}
