import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react';
import { choosePassage, selectedPassage } from '../browser/selection-tools.ts';
import { openModal, type InModal } from '../../ui/modal/modal.ts';
import { goToPlace } from '../browser/passage-place.ts';
import { useAsking } from '../browser/use-asking.ts';
import { useSession } from '../../people/browser/calls.ts';
import { fieldError } from '../../platform/browser/api.ts';
import { tab } from '../../platform/browser/device-storage.ts';
import { textDraft } from '../../platform/browser/text-drafts.ts';
import { longestQuestion, type Question } from '../model/questions.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AskedAnswer } from './AskedAnswer.tsx';

type About = {
  /** The note to ask; without one, all public notes. */
  note: string | undefined;
  /** Searches the user's own library in addition to public notes. */
  library: boolean;
  /** The passage that is selected in it. */
  passage: string;
  task: Question['task'];
  /** The initial text of the field. */
  typed: string;
  onPlace: (place: HTMLElement) => void;
  /** Goes to the note's text, to select a passage there. */
  onChoose: () => void;
};

function AskModal({ note, library, passage, task, typed, onPlace, onChoose, close }: About & InModal) {
  const { user, ready } = useSession();
  const { asked, ask } = useAsking();
  // Closing the box by accident loses nothing.
  const [draft] = useState(() => textDraft(`${user?.id ?? ''}:ask:${library ? 'library' : (note ?? '')}`, tab));
  const [text, setText] = useState(() => typed || draft.read());
  const begin = useEffectEvent(() => {
    if (task !== 'answer') ask({ task, question: passage, ...(note && { note }) });
    else if (typed) ask({ task, question: typed, library, ...(note && { note }) });
  });
  const allowed = user !== undefined;
  useEffect(() => {
    if (allowed) begin();
  }, [allowed]);

  const askAbout = (next: 'explain' | 'more') => ask({ task: next, question: passage, ...(note && { note }) });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (text.trim()) ask({ task: 'answer', question: text, library, ...(note && { note }) });
  }
  const change = (next: string) => {
    setText(next);
    draft.keep(next);
  };
  return (
    <div className="grid gap-4">
      <DialogTitle>
        {passage
          ? 'Ask about this passage'
          : note
            ? 'Ask this note'
            : library
              ? 'Ask my library'
              : 'Ask the collection'}
      </DialogTitle>
      <DialogClose />
      {passage && (
        <blockquote className="m-0 line-clamp-3 border-s-3 border-primary ps-4 text-muted" dir="auto">
          {passage}
        </blockquote>
      )}
      {!ready && <Loading what="Loading" />}
      {ready && !user && (
        <Notice>
          <span>
            <a className="text-primary underline" href={paths.signIn(location.pathname + location.search)}>
              Sign in
            </a>{' '}
            to ask. You’ll come straight back here.
          </span>
        </Notice>
      )}
      {user && (
        <>
          {passage && (
            <div className="flex flex-wrap gap-2">
              <Button variant="soft" onClick={() => askAbout('explain')}>
                Explain
              </Button>
              <Button variant="soft" onClick={() => askAbout('more')}>
                What else is there on this?
              </Button>
            </div>
          )}
          <form onSubmit={submit} className="grid gap-2" noValidate>
            <Field
              label={
                note ? 'Your question about this note' : `Your question to ${library ? 'your library' : 'all notes'}`
              }
              error={fieldError(asked?.failure, 'question')}
            >
              {(control) => (
                <div className="flex flex-wrap gap-2">
                  <Input
                    {...control}
                    name="question"
                    className="min-w-0 flex-1"
                    maxLength={longestQuestion}
                    autoComplete="off"
                    enterKeyHint="send"
                    value={text}
                    onChange={(event) => change(event.target.value)}
                  />
                  <Button type="submit">Ask</Button>
                </div>
              )}
            </Field>
          </form>
          {!asked && (
            <DialogDescription>
              The answer quotes{' '}
              {note ? 'this note' : library ? 'your notes, your copies of pages and public notes' : 'public notes'}, and
              links to each passage.
            </DialogDescription>
          )}
          {!asked && note && !passage && (
            <Button
              size="xs"
              variant="ghost"
              className="-ms-3 justify-self-start"
              onClick={() => {
                onChoose();
                close();
              }}
            >
              Select a passage by keyboard
            </Button>
          )}
          {asked && (
            <AskedAnswer
              asked={asked}
              retry={() => ask(asked.question)}
              askAll={(question) => ask({ task: 'answer', question })}
              onPlace={(place) => {
                onPlace(place);
                close();
              }}
            />
          )}
        </>
      )}
    </div>
  );
}

/**
 * Opens the box for the note that a button names, or for all notes with the text typed in the search. `selected`: a
 * passage of the note, and what to ask about it immediately.
 */
export function showAsking(button: HTMLElement, selected?: Pick<About, 'task' | 'passage'>): void {
  const note = button.dataset.ask || undefined;
  const prose = document.querySelector<HTMLElement>('article.note .prose');
  const passage = selected?.passage ?? (note ? selectedPassage(prose) : '');
  const field = note ? null : document.querySelector<HTMLInputElement>('input[type=search]');
  let place: HTMLElement | undefined;
  let choosing = false;
  const choose = () => {
    if (!prose) return;
    const ask = (chosen: string) => showAsking(button, { task: 'answer', passage: chosen });
    choosePassage(prose, ask, () => button.focus());
  };
  openModal(
    AskModal,
    {
      note,
      library: button.dataset.askLibrary !== undefined,
      passage,
      task: selected?.task ?? 'answer',
      typed: field?.value.trim() ?? '',
      onPlace: (found) => void (place = found),
      onChoose: () => void (choosing = true),
    },
    {
      size: 'lg',
      // The page may scroll again only once the modal is gone.
      returnFocus: () => {
        if (choosing) requestAnimationFrame(choose);
        if (!place) return button;
        place.tabIndex = -1;
        const found = place;
        requestAnimationFrame(() => goToPlace(found));
        return place;
      },
    },
  );
}
