import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import {
  commentFrom,
  deletedComment,
  depthOf,
  isEditable,
  NewComment,
  type Comment,
  partialMention,
  mentionsIn,
  branchesOf,
  topOf,
  type Branch,
} from '../../../src/discussion/model/thread.ts';
import { limits } from '../../../src/platform/model/limits.ts';
import { conversationOf, threadOfPage, withPage, withPart } from '../../../src/discussion/browser/use-thread.ts';
import { cpuMsOf } from '../../support/time-limits.ts';

const start = Date.UTC(2026, 0, 1);
const shown = {
  ...{ depth: 0, author: null, html: '', votes: 0, editedAt: null, state: 'shown' as const },
  createdAt: new Date(start).toISOString(),
};
const page = { note: uuidv7(), owner: 'u_ann', locked: undefined, lastSeen: undefined };

/** A thread whose nth comment replies to the one at the given index among those before, or to the note. */
function conversation(parents: readonly number[]): Comment[] {
  const comments: Comment[] = [];
  for (const [index, named] of parents.entries()) {
    const parent = index === 0 ? undefined : comments[named % (index + 1)];
    const now = new Date(start + index);
    const by = { id: uuidv7({ msecs: start + index }), noteUuid: uuidv7(), authorId: 'u_ann', mentions: [], now };
    comments.push(commentFrom({ body: `n${index}` }, parent, by));
  }
  return comments;
}
const parents = fc.array(fc.nat({ max: 60 }), { maxLength: 60 });
const flat = (branches: Branch<Comment>[]): Comment[] =>
  branches.flatMap(({ comment, replies }) => [comment, ...flat(replies)]);

describe('a thread', () => {
  test('contains every comment once, below or next to its parent, siblings by time, in whatever order they arrive', () => {
    fc.assert(
      fc.property(parents, fc.integer(), (named, seed) => {
        const comments = conversation(named);
        const shuffled = comments.toSorted((one, other) => (hash(one.id, seed) < hash(other.id, seed) ? -1 : 1));
        const branches = branchesOf(shuffled);
        expect(flat(branches)).toEqual(comments.toSorted((one, other) => (one.path < other.path ? -1 : 1)));
        const check = (siblings: Branch<Comment>[], depth: number) => {
          const times = siblings.map(({ comment }) => comment.createdAt);
          expect(times).toEqual(times.toSorted());
          for (const { comment, replies, size } of siblings) {
            expect(depthOf(comment)).toBe(depth);
            expect(size).toBe(1 + flat(replies).length);
            if (depth < limits.comment.depth - 1) {
              for (const reply of replies) expect(reply.comment.parent).toBe(comment.id);
            }
            check(replies, depth + 1);
          }
        };
        check(branches, 0);
        expect(flat(branches).every(({ path }) => depthOf({ path }) < limits.comment.depth)).toBe(true);
      }),
    );
  });

  test('is split between two conversations if that leaves at least half a page, otherwise within one', () => {
    const depths = (...list: number[]) => list.map((depth) => ({ depth }));
    expect(topOf(depths(0, 1, 0, 1), 4)).toEqual(depths(0, 1, 0, 1));
    expect(topOf(depths(0, 1, 0, 1), 9)).toEqual(depths(0, 1));
    expect(topOf(depths(0, 1, 1, 1), 9)).toEqual(depths(0, 1, 1, 1));
    expect(topOf(depths(0, 0, 1, 1, 1), 9)).toEqual(depths(0, 0, 1, 1, 1));
  });
});

describe('a thread loaded in the browser', () => {
  const size = 4;
  const none = { count: 0, revision: 0, gone: [], voted: [], newest: null };

  test('is complete and without gaps once all pages are loaded, in any order', () => {
    fc.assert(
      fc.property(parents, fc.array(fc.nat({ max: 1000 }), { maxLength: 8 }), (named, steps) => {
        const all = conversation(named)
          .toSorted((one, other) => (one.path < other.path ? -1 : 1))
          .map((comment) => ({ ...shown, id: comment.id, parent: comment.parent, path: comment.path }));
        const partFrom = (start: number) => {
          const comments = all.slice(start, start + size);
          const above = all.slice(0, start).filter(({ path }) => comments[0]?.path.startsWith(path));
          const next = start + size < all.length ? (comments.at(-1)?.path ?? null) : null;
          return {
            ...none,
            comments: [...above, ...comments],
            before: start > 0 ? (comments[0]?.path ?? null) : null,
            next,
          };
        };
        const after = (path: string) => partFrom(all.findIndex((one) => one.path > path));
        let state = threadOfPage({ ...page, ...partFrom(0) });
        for (const step of steps) {
          const gap = state.gaps[step % 3];
          if (gap) state = withPart(state, after(gap.after), gap.after || null);
          else if (all.length > 0) {
            const part = partFrom(Math.max(0, (step % all.length) - 1));
            state = withPart(state, part, part.before);
          }
          for (const { id, path } of all) {
            const isInGap = state.gaps.some((one) => path > one.after && (one.before === null || path < one.before));
            expect(isInGap || state.comments.has(id)).toBe(true);
          }
        }
        for (let [gap] = state.gaps; gap; [gap] = state.gaps) {
          const part = after(gap.after);
          expect(part.comments).not.toHaveLength(0);
          state = withPart(state, part, gap.after || null);
        }
        expect(state.comments.size).toBe(all.length);
      }),
    );
  });

  test('has a comment of another order in the conversation only once the part around it is loaded', () => {
    const all = conversation([0, 0, 2, 3, 4, 5]).map(({ id, parent, path }) => ({ ...shown, id, parent, path }));
    const [first, second, third] = [all.slice(0, 2), all.slice(2, 4), all.slice(4)];
    const end = (part: typeof all) => part.at(-1)?.path ?? null;
    const top = threadOfPage({ ...page, ...none, comments: first, before: null, next: end(first) });
    const newest = withPage(top, 'newest', { ...none, comments: third, before: null, next: null }, true);
    expect(newest.listed.ids).toEqual(third.map(({ id }) => id));
    expect(conversationOf(newest)).toEqual(first);
    const more = withPart(newest, { ...none, comments: second, before: null, next: end(second) }, end(first));
    expect(conversationOf(more)).toEqual([...first, ...second]);
    const whole = withPart(more, { ...none, comments: third, before: null, next: null }, end(second));
    expect(new Set(conversationOf(whole))).toEqual(new Set(all));
  });
});

describe('a comment', () => {
  const [comment] = conversation([0]);
  if (!comment) throw new Error('There is no comment.');
  const after = (minutes: number) => new Date(start + minutes * 60_000);

  test('can be edited for 15 minutes, unless it is deleted or hidden', () => {
    expect(isEditable(comment, after(14.9))).toBe(true);
    expect(isEditable(comment, after(15))).toBe(false);
    expect(isEditable(deletedComment(comment, after(1)), after(2))).toBe(false);
    expect(isEditable({ ...comment, hidden: 'off topic' }, after(2))).toBe(false);
  });

  test('keeps none of its text once it is deleted', () => {
    const left = deletedComment({ ...comment, body: 'secret', mentions: ['ada'], hidden: 'why' }, after(1));
    expect(JSON.stringify(left)).not.toMatch(/secret|ada|why/);
  });

  test('is stored without control characters and surrounding space', () => {
    expect(NewComment.parse({ body: ' \u0007a\r\nb\u0000 \n' })).toEqual({ body: 'a\nb' });
  });
});

describe('mentions', () => {
  test.each([
    ['Ask @ada and @Grace_1.', ['ada', 'grace_1']],
    ['@ada, (@ben) “@cyd”', ['ada', 'ben', 'cyd']],
    ['@ada @ADA', ['ada']],
    ['mail ada@example.org or x/@ada or @@ada or @ab', []],
    ['`@ada` and ``a ` @ben`` and\n~~~\n@cyd\n~~~\n', []],
    ['```\n@ada\n```\n@ben', ['ben']],
    [`@${'x'.repeat(25)} @ada@social.example`, []],
  ])('in %j are %j', (text, handles) => {
    expect(mentionsIn(text)).toEqual(handles);
  });

  test('are found as quickly in text with many unclosed code marks as in any other', async () => {
    const text = `@ada\n${'`'.repeat(50_000)}${'a'.repeat(150_000)}`;
    expect(await cpuMsOf(() => expect(mentionsIn(text)).toEqual(['ada']))).toBeLessThan(2_000);
  });

  test.each([
    ['hello @Ad', 'ad'],
    ['@a', 'a'],
    ['hello @', undefined],
    ['ada@ex', undefined],
    ['@ada done', undefined],
  ])('suggested while typing %j are for %j', (typed, handle) => {
    expect(partialMention(typed)).toBe(handle);
  });
});

function hash(id: string, seed: number): number {
  let value = seed;
  for (const character of id) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return value;
}
