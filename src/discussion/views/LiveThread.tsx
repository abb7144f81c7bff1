import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { sentenceFor, type Answer, type Failure } from '../../platform/browser/api.ts';
import { call } from '../browser/calls.ts';
import { openModal } from '../../ui/modal/modal.ts';
import { keptFocus, type ThreadStart, quotationFrom } from '../browser/thread-page.ts';
import { timeAgo } from '../../platform/browser/relative-time.ts';
import { conversationOf, withComment, withoutComment, useThread } from '../browser/use-thread.ts';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import { session } from '../../people/browser/session.ts';
import { useSession } from '../../people/browser/calls.ts';
import { isEditable, branchesOf, type ThreadComment } from '../model/thread.ts';
import { paths } from '../../platform/model/paths.ts';
import { Comment, commentAnchor } from './static/Thread.tsx';
import { Loading, LoadFailure } from '../../ui/Loading.tsx';
import { Boundary } from '../../ui/Boundary.tsx';
import { ThreadHead, EarlierComments, MoreComments, CommentHistory } from './ThreadHead.tsx';
import { CommentForm, SignInFirst } from './CommentForm.tsx';

type Open =
  | { kind: 'comment' }
  | { kind: 'reply'; id: string; quote: string }
  | { kind: 'edit'; id: string; body: string; rev: number };

const showFailure = ({ problem }: Failure, title = problem.title) =>
  void toasts.add({ title, color: 'danger', description: problem.detail, timeout: 0 });

/** The interactive thread of a note. It replaces the built one when somebody takes part, or when there are newer comments. */
function LiveThread({ page, news, part, intent }: ThreadStart) {
  const { user, ready } = useSession();
  const thread = useThread({ page, news, part });
  const { state, change } = thread;
  const lastGap = state.gaps.find(({ before }) => before === null);
  const [open, setOpen] = useState<Open | undefined>(() =>
    intent?.kind === 'reply' || intent?.kind === 'comment' ? intent : undefined,
  );

  const signIn = (anchor: string) => location.assign(paths.signIn(`${location.pathname}#${anchor}`));

  async function vote(id: string) {
    if (!user) return signIn(commentAnchor(id));
    const failed = await thread.vote(id);
    if (failed) showFailure(failed);
  }

  async function edit(id: string) {
    const answer = await call('GET /api/comments/{id}', { at: { id } });
    if (!answer.ok) return showFailure(answer);
    const { body, rev } = answer.data.comment;
    setOpen({ kind: 'edit', id, body, rev });
  }

  async function remove(id: string) {
    const answer = await call('DELETE /api/comments/{id}', { at: { id } });
    if (!answer.ok && answer.status !== 404) return showFailure(answer, 'Couldn’t delete it');
    flushSync(() => change((now) => withoutComment(now, id)));
    document.getElementById('thread-title')?.focus();
    if (!answer.ok) return;
    const actions = [undoing(() => void restore(id))];
    toasts.add({ title: 'Comment deleted', icon: 'trash', actions });
  }

  async function restore(id: string) {
    const answer = await call('POST /api/comments/{id}/restore', { at: { id } });
    if (answer.ok) changed(answer.data.comment);
    else undoFailed(sentenceFor(answer, new Date()), () => void restore(id));
  }

  function press(pressed: HTMLElement, id: string) {
    const { dataset } = pressed;
    if ('vote' in dataset) void vote(id);
    else if ('reply' in dataset)
      setOpen({ kind: 'reply', id, quote: quotationFrom(document.getElementById(commentAnchor(id))) });
    else if ('edit' in dataset) void edit(id);
    else if ('delete' in dataset) void remove(id);
    else if ('history' in dataset) openModal(CommentHistory, { id });
  }

  /** Shows the comment that the address points to, with the part of the thread in which it is. */
  async function point() {
    const id = /^#c-([0-9a-f-]{36})$/.exec(location.hash)?.[1];
    if (!id) return;
    if (!document.getElementById(commentAnchor(id))) {
      const failed = await thread.around(id);
      if (failed?.status === 404) return void toasts.add({ title: 'That comment has been removed.' });
      if (failed) return showFailure(failed);
    }
    // The address stays; going to it again has the browser mark the comment that is there now.
    location.replace(location.hash);
    document.getElementById(commentAnchor(id))?.focus({ preventScroll: true });
  }
  const onPoint = useEffectEvent(() => void point());
  useEffect(() => {
    addEventListener('hashchange', onPoint);
    return () => removeEventListener('hashchange', onPoint);
  }, []);

  const carryOutIntent = useEffectEvent(() => {
    if (intent?.kind === 'vote') void vote(intent.id);
    if (intent?.kind === 'sort') void thread.sortBy(intent.sort);
    if (intent?.kind === 'more') void thread.fill(lastGap ?? { after: '', before: null });
    if (intent?.kind === 'earlier' && state.gaps[0]) void thread.fill(state.gaps[0]);
    if (intent?.kind === 'show') void point();
  });
  useEffect(() => carryOutIntent(), []);

  function changed(comment: ThreadComment) {
    flushSync(() => change((now) => withComment(now, comment)));
    document.getElementById(commentAnchor(comment.id))?.focus();
  }

  async function sent(sending: Promise<Answer<{ comment: ThreadComment }>>) {
    const answer = await sending;
    if (!answer.ok) return answer;
    setOpen(undefined);
    changed(answer.data.comment);
    return answer;
  }

  const speakers = [...state.comments.values()].flatMap(({ author }) => (author ? [author] : []));
  const people = [...new Map(speakers.map((author) => [author.handle, author])).values()];
  /** Closes a form, and moves the focus to the new comment or back to the one it replies to. */
  const close = (to: string) => {
    flushSync(() => setOpen(undefined));
    document.getElementById(to)?.focus();
  };
  const form = (parent: string | null, quote = '') =>
    user ? (
      <CommentForm
        key={parent}
        label={parent === null ? 'Your comment' : 'Your reply'}
        draftKey={`${session.person}:${page.note}:${parent ?? ''}`}
        quote={quote}
        submit={parent === null ? 'Comment' : 'Reply'}
        people={people}
        onClose={() => close(parent === null ? 'thread-title' : commentAnchor(parent))}
        onSend={(body, key) => {
          const draft = { body, ...(parent !== null && { parent }) };
          const headers = { 'Idempotency-Key': key };
          return sent(call('POST /api/notes/{uuid}/comments', { at: { uuid: page.note }, body: draft, headers }));
        }}
      />
    ) : (
      ready && <SignInFirst anchor={parent === null ? 'thread' : commentAnchor(parent)} />
    );

  const hydrated = (comment: ThreadComment) => {
    const mine = user !== undefined && comment.author?.id === user.id;
    const editing = open?.kind === 'edit' && open.id === comment.id && user;
    return {
      address: paths.comment(page.note, comment.id),
      voted: state.voted.has(comment.id),
      mine,
      ago: timeAgo(new Date(comment.createdAt), new Date()),
      isNew: page.lastSeen !== undefined && !mine && comment.createdAt > page.lastSeen,
      editable: mine && isEditable({ ...comment, deletedAt: null }, new Date()),
      below: open?.kind === 'reply' && open.id === comment.id ? form(comment.id, open.quote) : undefined,
      instead: editing ? (
        <CommentForm
          label="Edit your comment"
          draftKey={`${session.person}:${comment.id}`}
          initial={open.body}
          submit="Save"
          people={people}
          onClose={() => close(commentAnchor(comment.id))}
          onSend={(body) =>
            sent(call('PATCH /api/comments/{id}', { at: { id: comment.id }, body: { body, rev: open.rev } }))
          }
        />
      ) : undefined,
    };
  };

  const flat = state.listed.ids.flatMap((id) => state.comments.get(id) ?? []);
  const branches =
    state.sort === 'thread'
      ? branchesOf(conversationOf(state))
      : flat.map((comment) => ({ comment, replies: [], size: 1 }));
  const shown = state.sort === 'thread' ? state.gaps.filter((gap) => gap !== lastGap) : [];
  const next = state.sort === 'thread' ? lastGap : state.listed.next;
  const readOn = () => void (lastGap && state.sort === 'thread' ? thread.fill(lastGap) : thread.more());
  return (
    <>
      <ThreadHead
        count={state.count}
        locked={page.locked}
        sort={state.sort}
        onComment={() => setOpen({ kind: 'comment' })}
        onSort={(sort) => void thread.sortBy(sort)}
      />
      {open?.kind === 'comment' && form(null)}
      <ol
        className="comments"
        onClick={(event) => {
          const { target, ctrlKey, metaKey, shiftKey } = event;
          const pressed = target instanceof Element ? target.closest<HTMLElement>('button, .comment-at') : null;
          const id = pressed?.closest('li.comment')?.id.slice('c-'.length);
          if (!pressed || !id) return;
          if (pressed instanceof HTMLButtonElement) press(pressed, id);
          else if (!ctrlKey && !metaKey && !shiftKey) {
            // It is on this page.
            event.preventDefault();
            location.hash = commentAnchor(id);
          }
        }}
      >
        {branches.map((branch) => (
          <Comment
            key={branch.comment.id}
            {...branch}
            hydrated={hydrated}
            lead={({ path }) =>
              shown
                .filter(({ before }) => before === path)
                .map((gap) => <EarlierComments key={gap.after} load={() => void thread.fill(gap)} />)
            }
          />
        ))}
      </ol>
      {thread.busy && <Loading what="Loading comments" lines={3} />}
      {thread.failed && <LoadFailure what="the comments" {...thread.failed} />}
      {next != null && !thread.busy && !thread.failed && <MoreComments load={readOn} />}
    </>
  );
}

/** Replaces the thread that the page was built with. */
export function mount(place: HTMLElement, start: ThreadStart): void {
  const focusAgain = keptFocus(place);
  place.dataset.live = '';
  // If it fails, the page's own markup stays readable.
  const asBuilt = <div dangerouslySetInnerHTML={{ __html: place.innerHTML }} />;
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <Boundary left={asBuilt}>
        <LiveThread {...start} />
      </Boundary>,
    ),
  );
  // To the browser, the address points to an element that is gone. From the next address on, it marks the comment itself.
  const target = [...place.querySelectorAll<HTMLElement>('li.comment')].find(({ id }) => `#${id}` === location.hash);
  if (target) target.dataset.target = '';
  addEventListener('hashchange', () => delete target?.dataset.target, { once: true });
  focusAgain();
}
