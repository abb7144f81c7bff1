import { call, type NewDecision } from '../browser/calls.ts';
import type { Asked } from './DecideModal.tsx';

type Subject = { kind: 'note' | 'comment' | 'person'; id: string };
/** The case that is settled, and the revision of the note that was read. */
type Of = { subject: Subject; case?: string | undefined; rev?: number | undefined };
type Words = Pick<Asked, 'title' | 'say' | 'yes' | 'done' | 'danger' | 'term'>;

const told = 'The author is told why and can appeal.';

const words = {
  dismiss: {
    title: 'Dismiss the report?',
    say: 'Nothing changes for anyone, and the log says nothing of it.',
    yes: 'Dismiss',
    done: 'Dismissed',
  },
  hide: {
    title: 'Hide this?',
    say: `Readers do not find it any more; it can come back. ${told}`,
    yes: 'Hide',
    done: 'Hidden',
  },
  remove: {
    title: 'Remove this?',
    say: `It is gone for its readers, and its address says so. ${told}`,
    yes: 'Remove',
    done: 'Removed',
    danger: true,
  },
  lock: {
    title: 'Lock the thread?',
    say: 'What was said stays, and nobody can add to it. The author is told why.',
    yes: 'Lock',
    done: 'Locked',
  },
  release: {
    title: 'Publish this note?',
    say: 'Everyone can read it from now on, and its author is told.',
    yes: 'Publish',
    done: 'Published',
  },
  refuse: {
    title: 'Refuse this note?',
    say: `It stays for its author alone. ${told}`,
    yes: 'Refuse',
    done: 'Refused',
    danger: true,
  },
  silence: {
    title: 'Silence this person?',
    say: 'They can read and keep what they have, and write nothing. They are told why and can appeal.',
    yes: 'Silence',
    done: 'Silenced',
    danger: true,
    term: 'silence',
  },
  ban: {
    title: 'Ban this person?',
    say: 'They cannot sign in or write. They are told why when they try, and can appeal.',
    yes: 'Ban',
    done: 'Banned',
    danger: true,
    term: 'ban',
  },
} as const satisfies Record<string, Words>;

export type DecisionName = keyof typeof words;

/** What is asked before this decision, and what it sends: the server checks that all of it fits together. */
export function asking(action: DecisionName, { subject, case: caseId, rev }: Of, onDecided: () => void): Asked {
  return {
    ...words[action],
    decide(said) {
      const body = {
        ...said,
        action,
        subject: subject.kind,
        id: subject.id,
        ...(caseId === undefined ? {} : { case: caseId }),
        ...(action === 'release' ? { rev } : {}),
      };
      return call('POST /api/moderation/decisions', { body: body as NewDecision });
    },
    onDecided,
  };
}
