import { countedOf } from '../../platform/model/counted.ts';
import { paths } from '../../platform/model/paths.ts';
import type { SessionUser } from '../../people/model/user.ts';
import { isAccepted, send, sentenceFor, type Failure } from '../../platform/browser/api.ts';
import type { ReadingPlaceThen, SavedAnswer } from '../../library/model/reading-list.ts';
import type { LibraryCalls } from '../../library/server/routes.ts';
import { offerCollecting, saveNote, unsaveNote, keepProgress } from '../../library/browser/saving.ts';
import { session } from '../../people/browser/session.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';

type ViewerState = LibraryCalls['GET /api/notes/{uuid}/marks']['data'];

const pressedHere = new WeakSet<HTMLElement>();

/** Shows what this person did with the note before. Authors can’t vote for their own note, and of theirs only links are for reading later. */
export async function showMine(acts: HTMLElement, user: SessionUser): Promise<void> {
  if (acts.dataset.owner === user.id) {
    const isLink = acts.closest('article')?.querySelector('.note-source') !== null;
    for (const own of [...buttons('vote'), ...(isLink ? [] : buttons('save'))]) own.hidden = true;
    for (const own of buttons('save')) {
      own.dataset.unsaved = 'Read later';
      if (own.getAttribute('aria-pressed') !== 'true') setText(own, '[data-word]', 'Read later');
    }
  }
  offerCollecting(acts);
  const marks = session.getSnapshot().marks ?? (await viewerStateOf(acts.dataset.acts ?? ''));
  // What was pressed meanwhile is newer than this answer.
  if (!marks || pressedHere.has(acts)) return;
  showVote(marks.counts.votes, marks.voted);
  showSaved(marks.saved !== null && marks.saved.state !== null);
  const article = acts.closest('article');
  if (!marks.saved || !article) return;
  const { progress } = marks;
  keepProgress(article, acts.dataset.acts ?? '', progress);
  void import('../../library/browser/reading-position.ts').then(({ offerShare }) => offerShare(article, progress));
}

/** For viewer state that did not come with the session: nobody was known yet, or the server was slow. */
async function viewerStateOf(uuid: string): Promise<ViewerState | undefined> {
  const answer = await send<ViewerState>('GET', `/api/notes/${uuid}/marks`);
  return answer.ok ? answer.data : undefined;
}

/** Does what the pressed button is for, once the user is known. */
export async function press(acts: HTMLElement, target: EventTarget | null): Promise<void> {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('button') : null;
  if (!pressed || pressed.ariaBusy === 'true') return;
  const { user } = await session.fetch();
  if (!user) return location.assign(paths.signIn(location.pathname + location.search + location.hash));
  const kind = 'vote' in pressed.dataset ? 'vote' : 'save';
  const on = pressed.getAttribute('aria-pressed') !== 'true';
  pressedHere.add(acts);
  pressed.ariaBusy = 'true';
  const uuid = acts.dataset.acts ?? '';
  const title = acts.closest('article')?.querySelector('h1')?.textContent ?? '';
  if (kind === 'vote') {
    const answer = await send<{ votes: number }>(on ? 'PUT' : 'DELETE', `/api/notes/${uuid}/vote`);
    pressed.ariaBusy = null;
    return answer.ok ? showVote(answer.data.votes, on) : sayFailure(answer);
  }
  const answer = await (on ? saveNote<SavedAnswer>(uuid, title) : unsaveNote<SavedAnswer>(uuid, title));
  pressed.ariaBusy = null;
  if (!isAccepted(answer)) return sayFailure(answer);
  showSaved(on);
  if (on) {
    const description = answer.ok ? 'It’s on your reading list.' : answer.problem.detail;
    return void toasts.add({ title: 'Saved', icon: 'check', description });
  }
  const was = answer.ok && !answer.data.saved ? answer.data.was : undefined;
  const actions = [undoing(() => void putBack(uuid, title, was))];
  toasts.add({ title: 'Removed from your reading list', icon: 'info', actions });
}

/** Saves the note again, with its state, progress and times, if they are known. Its star has stayed. */
async function putBack(uuid: string, title: string, was: ReadingPlaceThen | undefined): Promise<void> {
  const answer = await saveNote(uuid, title, was && { state: was.state, progress: was.progress, times: was.times });
  if (!isAccepted(answer)) return undoFailed(sentenceFor(answer, new Date()), () => void putBack(uuid, title, was));
  showSaved(was?.state !== null);
}

/** `s` saves the note, unless a field or menu uses the key. */
export function pressByKey(acts: HTMLElement, event: KeyboardEvent): void {
  if (!isFreeKey(event) || !shortcutsOn()) return;
  const save = acts.querySelector<HTMLElement>('[data-save]');
  if (save && !save.hidden) void press(acts, save);
}

/** The buttons near the title and below the text. */
const buttons = (kind: 'vote' | 'save') => document.querySelectorAll<HTMLElement>(`[data-acts] [data-${kind}]`);

function showVote(votes: number, voted: boolean) {
  for (const vote of buttons('vote')) {
    vote.setAttribute('aria-pressed', String(voted));
    setText(vote, '[data-word]', voted ? 'Voted' : 'Vote');
    setText(vote, '[data-votes]', String(votes));
    vote.querySelector('[data-votes]')?.setAttribute('aria-label', countedOf(votes, 'vote'));
  }
}

function showSaved(saved: boolean) {
  for (const save of buttons('save')) {
    save.setAttribute('aria-pressed', String(saved));
    setText(save, '[data-word]', saved ? 'Saved' : (save.dataset.unsaved ?? 'Save for later'));
  }
}

function setText(within: HTMLElement, selector: string, text: string) {
  const element = within.querySelector(selector);
  if (element) element.textContent = text;
}

function sayFailure({ problem }: Failure) {
  toasts.add({ title: problem.title, color: 'danger', description: problem.detail });
}
