import { sentenceFor } from '../../platform/browser/api.ts';
import { addressOfPassage, placeOfPassage } from '../browser/passage-place.ts';
import type { Asked } from '../browser/use-asking.ts';
import type { Passage } from '../model/asking.ts';
import { engineInWords } from '../../notes/model/reading-aid.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  asked: Asked;
  again: () => void;
  askAll: (question: string) => void;
  onPlace: (place: HTMLElement) => void;
};

/** An answer as it comes: what a model writes where there is one, the passages, and who says so. */
export function AskedAnswer({ asked, again, askAll, onPlace }: Props) {
  const { question, passages, text, done, failure } = asked;
  if (failure) {
    const beside = failure.problem.errors?.some(({ path }) => path === 'question');
    return beside ? null : (
      <Notice kind="danger">
        <span>{sentenceFor(failure, new Date())}</span>
        <span>
          <Button size="xs" variant="outline" color="neutral" onClick={again}>
            Ask again
          </Button>
        </span>
      </Notice>
    );
  }
  if (!passages) return <Loading what="Looking through the text" />;
  const nothing = passages.length === 0 && !text;
  return (
    <section aria-label="Answer" className="grid gap-3">
      {text && (
        <p className="m-0 whitespace-pre-line" dir="auto" aria-live="polite" aria-busy={!done}>
          {text}
        </p>
      )}
      <p role="status" className="m-0 text-sm text-muted">
        {!done ? 'Answering …' : nothing ? '' : `${engineInWords[done]}.`}
      </p>
      {done && nothing && (
        <Notice>
          <span>
            {question.task === 'answer' && question.note
              ? 'This note says nothing about that.'
              : 'No note here speaks of that. Other words may find something.'}
          </span>
          {question.task === 'answer' && question.note && (
            <span>
              <Button size="xs" variant="outline" color="neutral" onClick={() => askAll(question.question)}>
                Ask the collection
              </Button>
            </span>
          )}
        </Notice>
      )}
      {passages.length > 0 && (
        <ol className="m-0 grid list-none gap-3 p-0">
          {passages.map((passage, index) => (
            <li key={passage.path + passage.text}>
              <Quotation passage={passage} number={index + 1} onPlace={onPlace} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Quotation({ passage, number, onPlace }: { passage: Passage; number: number; onPlace: Props['onPlace'] }) {
  const { path, title, text, near } = passage;
  const here = decodeURI(path) === decodeURI(location.pathname);
  return (
    <a
      href={here ? path : addressOfPassage(passage)}
      className="grid gap-1 rounded-lg border border-line px-4 py-3 text-ink no-underline hover:bg-sunken"
      dir="auto"
      onClick={(event) => {
        const place = here ? placeOfPassage(text) : undefined;
        if (!place || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onPlace(place);
      }}
    >
      <q className="wrap-anywhere">{text}</q>
      <span className="text-sm text-muted">
        [{number}] {here ? 'Go to this place' : title}
        {near && ' · near in meaning, by a language model'}
      </span>
    </a>
  );
}
