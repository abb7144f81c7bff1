import { subjectKindOf, type Entry, type PublicEntry } from './entry.ts';
import { writtenDate } from '../../platform/model/dates.ts';

/** The reasons for a report, as the reporter chooses one. */
export const reportReasons = {
  spam: 'Spam or advertising',
  abuse: 'Harassment, threats or hate',
  private: 'Someone’s private information',
  illegal: 'Against the law',
  other: 'Something else',
} as const;

/** The longest text of a report and of an appeal, in characters. */
export const maxExplanation = 1000;

const done: Record<Exclude<Entry['action'], 'undo' | 'uphold'>, string> = {
  dismiss: 'A report was dismissed',
  hide: 'was hidden',
  remove: 'was removed',
  lock: 'was locked',
  release: 'was published after a review',
  refuse: 'was not published',
  silence: 'was silenced',
  ban: 'was banned',
  'ban-domain': 'was banned',
  'remove-picture': 'was removed',
};

const things = {
  note: 'A note',
  comment: 'A comment',
  person: 'A person',
  domain: 'A domain',
  picture: 'A picture',
} as const;

/** An entry of the log as a sentence without its full stop, such as `A note was hidden`. */
export function entryInWords(entry: Entry | PublicEntry): string {
  const { action, until, domain } = entry;
  const what = 'what' in entry ? entry.what : subjectKindOf(entry);
  if (action === 'dismiss') return done.dismiss;
  const thing = domain ?? (action === 'lock' ? 'A thread' : things[what]);
  const term = until === undefined ? '' : until === null ? ' for good' : ` until ${writtenDate(until)}`;
  if (action === 'uphold') return `An appeal about ${things[what].toLowerCase()} was declined`;
  if (action === 'undo') return `A decision about ${domain ?? things[what].toLowerCase()} was taken back`;
  return `${thing} ${done[action]}${term}`;
}
