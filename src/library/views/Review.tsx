import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { paths } from '../../platform/model/paths.ts';
import { hostOf } from '../../platform/model/url.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, LoadFailure, Loading } from '../../ui/Loading.tsx';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import { useCall } from '../browser/calls.ts';
import { putReview, type DueHighlights } from '../browser/use-highlights.ts';
import { reviewAfter, type DueHighlight, type Review as Place, type ReviewAnswer } from '../model/highlight.ts';

/** Shows the user's highlights again, one at a time and ever less often. */
export function Review() {
  const { answer, retry } = useCall('GET /api/highlights/review', {});
  return (
    <section aria-labelledby="review" className="grid gap-4">
      <h1 id="review" tabIndex={-1} className="m-0!">
        Review
      </h1>
      {!answer && <Loading what="Loading your review" lines={6} />}
      {answer?.ok === false && <LoadFailure what="your review" failure={answer} retry={retry} />}
      {answer?.ok && <OneByOne key={answer.data.items[0]?.highlight.id} due={answer.data} onMore={retry} />}
    </section>
  );
}

const answers: readonly { value: ReviewAnswer; label: string; key: string }[] = [
  { value: 'again', label: 'Again tomorrow', key: '1' },
  { value: 'good', label: 'Good', key: '2' },
  { value: 'never', label: 'Stop showing', key: '3' },
];

function OneByOne({ due: { items, due }, onMore }: { due: DueHighlights; onMore: () => void }) {
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const card = useRef<HTMLElement>(null);
  const item = items[at];

  // Each new highlight gets the focus: it is read out, and keys work on it.
  useEffect(() => {
    if (at > 0) (card.current ?? document.getElementById('review'))?.focus();
  }, [at]);

  async function put(of: DueHighlight, review: Place | null): Promise<'kept' | 'gone' | 'failed'> {
    setBusy(true);
    const answer = await putReview(of, review);
    setBusy(false);
    if (answer.ok) return 'kept';
    if (answer.status === 404 || answer.status === 410) {
      toasts.add({ title: 'This highlight was deleted elsewhere', icon: 'info' });
      return 'gone';
    }
    toasts.add({
      title: 'Couldn’t save that',
      description: sentenceFor(answer, new Date()),
      color: 'danger',
      timeout: 0,
    });
    return 'failed';
  }

  async function choose(answer: ReviewAnswer) {
    if (!item || busy) return;
    const outcome = await put(item, reviewAfter(item.highlight, answer, new Date()));
    if (outcome === 'failed') return;
    setAt(at + 1);
    if (answer !== 'never' || outcome === 'gone') return;
    const bringBack = async () => {
      if ((await put(item, item.highlight.review ?? null)) === 'kept') setAt(at);
    };
    toasts.add({
      title: 'Removed from review',
      description: 'The highlight itself stays in your copy.',
      icon: 'check',
      actions: [undoing(() => void bringBack())],
    });
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const answer = answers.find(({ key }) => key === event.key);
    if (!answer || !isFreeKey(event) || !shortcutsOn()) return;
    event.preventDefault();
    void choose(answer.value);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  if (items.length === 0) {
    return (
      <EmptyState actions={<Button href={paths.user}>Open my library</Button>}>
        Nothing to review today. Highlight something in a copy, and it comes back here tomorrow, then less and less
        often as you remember it.
      </EmptyState>
    );
  }
  if (!item) {
    const more = due - items.length;
    return (
      <EmptyState
        title={<h2>Done for today</h2>}
        actions={
          more > 0 ? (
            <Button variant="outline" onClick={onMore}>
              Review more
            </Button>
          ) : undefined
        }
      >
        {more > 0
          ? `${countedOf(more, 'more highlight')} ${more === 1 ? 'is' : 'are'} waiting.`
          : 'That’s all for today.'}
      </EmptyState>
    );
  }
  const { uuid, title, link, highlight } = item;
  return (
    <>
      <p role="status" className="m-0 text-sm text-muted tabular-nums">
        {at + 1} of {items.length}
      </p>
      <article
        ref={card}
        tabIndex={-1}
        aria-label={`Highlight ${at + 1} of ${items.length}`}
        className="grid gap-4 rounded-xl border border-line bg-raised p-5 outline-none sm:p-8"
      >
        <blockquote dir="auto" className="m-0 font-serif text-xl/relaxed whitespace-pre-line wrap-anywhere">
          {highlight.quote}
        </blockquote>
        {highlight.comment !== '' && (
          <p dir="auto" className="m-0 border-s-3 border-primary ps-3 whitespace-pre-line wrap-anywhere">
            {highlight.comment}
          </p>
        )}
        <p className="m-0 text-sm text-muted">
          <a href={paths.copy(uuid)} dir="auto" className="text-primary underline wrap-anywhere">
            {title}
          </a>{' '}
          {hostOf(link)}
        </p>
      </article>
      <div role="group" aria-label="What to do with it" className="flex flex-wrap gap-2">
        {answers.map(({ value, label, key }) => (
          <Button
            key={value}
            variant={value === 'good' ? 'solid' : 'outline'}
            color={value === 'good' ? 'primary' : 'neutral'}
            loading={busy}
            aria-keyshortcuts={key}
            onClick={() => void choose(value)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className="m-0 text-sm text-muted max-sm:hidden">Keys: 1 again, 2 good, 3 stop showing.</p>
    </>
  );
}
