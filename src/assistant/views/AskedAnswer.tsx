import type { MouseEvent } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { tab } from '../../platform/browser/device-storage.ts';
import { passageKey } from '../browser/asking.ts';
import { addressOfPassage, markPassage, placeOfPassage } from '../browser/passage-place.ts';
import type { AnswerState } from '../browser/use-asking.ts';
import type { Passage, WrittenSentence } from '../model/questions.ts';
import { engineInWords } from '../../notes/model/reading-aid.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  asked: AnswerState;
  retry: () => void;
  askAll: (question: string) => void;
  onPlace: (place: HTMLElement) => void;
};

/** An answer as it arrives: what a model writes, if there is one, the passages, and which of the two answered. */
export function AskedAnswer({ asked, retry, askAll, onPlace }: Props) {
  const { question, passages, answered, written, left, done, failure } = asked;
  if (failure) {
    const beside = failure.problem.errors?.some(({ path }) => path === 'question');
    return beside ? null : (
      <Notice kind="danger">
        <span>{sentenceFor(failure, new Date())}</span>
        <span>
          <Button size="xs" variant="outline" color="neutral" onClick={retry}>
            Ask again
          </Button>
        </span>
      </Notice>
    );
  }
  if (!passages) return <Loading what="Looking through the text" />;
  const nothing = passages.length === 0 && written.length === 0;
  const nearest = !answered && passages.length > 0 && question.task === 'answer' && written.length === 0;
  const elsewhere = question.task === 'answer' && question.note && (
    <span>
      <Button size="xs" variant="outline" color="neutral" onClick={() => askAll(question.question)}>
        Ask the collection
      </Button>
    </span>
  );
  return (
    <section aria-label="Answer" className="grid gap-3">
      {written.length > 0 && (
        <p className="m-0" dir="auto" aria-live="polite" aria-busy={!done}>
          {written.map((sentence, index) => (
            <Written key={index} sentence={sentence} />
          ))}
        </p>
      )}
      <p role="status" className="m-0 text-sm text-muted">
        {!done ? 'Answering…' : nothing || nearest ? '' : `${engineInWords[done]}.`}
        {done &&
          left > 0 &&
          ` ${left === 1 ? 'One sentence was left out: no passage supports it.' : `${left} sentences were left out: no passage supports them.`}`}
      </p>
      {done && nothing && (
        <Notice>
          <span>
            {question.task === 'answer' && question.note
              ? 'This note says nothing about that.'
              : `${question.library ? 'Nothing in your library or in public notes' : 'No note here'} mentions that. Try other words.`}
          </span>
          {elsewhere}
        </Notice>
      )}
      {done && nearest && (
        <Notice>
          <span>Nothing here answers that. {passages.length === 1 ? 'This comes' : 'These come'} closest:</span>
          {elsewhere}
        </Notice>
      )}
      {passages.length > 0 && (
        <ol className="m-0 grid list-none gap-3 p-0">
          {passages.map((passage, index) => (
            <li key={passage.path + passage.text} id={`passage-${index + 1}`} className="scroll-mt-4">
              <Quotation passage={passage} number={index + 1} onPlace={onPlace} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** A sentence of a model, with links to the passages that it cites, and a mark if they do not support it. */
function Written({ sentence: { text, cites, supported } }: { sentence: WrittenSentence }) {
  return (
    <>
      <span className={supported ? undefined : 'text-muted italic'}>{text}</span>
      {cites.map((number) => (
        <sup key={number}>
          {' '}
          <a className="text-primary" href={`#passage-${number}`} aria-label={`Passage ${number}`} onClick={toPassage}>
            [{number}]
          </a>
        </sup>
      ))}
      {!supported && <span className="text-sm text-danger"> (no passage supports this)</span>}{' '}
    </>
  );
}

/** Scrolls there within the box, without changing the page's address. */
function toPassage(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const place = document.querySelector<HTMLElement>(`${event.currentTarget.hash} a`);
  place?.scrollIntoView({ block: 'nearest' });
  place?.focus();
}

function Quotation({ passage, number, onPlace }: { passage: Passage; number: number; onPlace: Props['onPlace'] }) {
  const { path, title, text, near, own } = passage;
  const here = decodeURI(path) === decodeURI(location.pathname + (path.includes('?') ? location.search : ''));
  return (
    <a
      href={here ? path : addressOfPassage(passage)}
      className="grid gap-1 rounded-lg border border-line px-4 py-3 text-ink no-underline hover:bg-sunken"
      dir="auto"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        if (!here) tab.write(passageKey, text);
        const place = here ? placeOfPassage(text) : undefined;
        if (!place) return;
        event.preventDefault();
        markPassage(place, text);
        onPlace(place);
      }}
    >
      <q className="wrap-anywhere">{text}</q>
      <span className="text-sm text-muted">
        [{number}] {here ? 'Show it in the note' : title}
        {own && (own === 'note' ? ' · your note' : ' · your copy')}
        {near && ' · similar in meaning, by a language model'}
      </span>
    </a>
  );
}
