import type { MailKind } from '../../model/notification.ts';
import { paths } from '../../../platform/model/paths.ts';

export type UnsubscribeProps = { state: 'ask' | 'done'; batch: MailKind };

const words: Record<MailKind, { ask: string; done: string }> = {
  digest: { ask: 'Stop the daily digest?', done: 'You won’t get the daily digest any more' },
  weekly: { ask: 'Stop the weekly email?', done: 'You won’t get the weekly email any more' },
  review: { ask: 'Stop emails with your highlights?', done: 'You won’t get your highlights by email any more' },
  mail: { ask: 'Stop emails when something happens?', done: 'You won’t get these emails any more' },
};

/** The page behind the link at the end of a message: asks by GET, since mail programs follow links by themselves. */
export function Unsubscribe({ state, batch }: UnsubscribeProps) {
  return (
    <div className="problem">
      <h1>{words[batch][state]}</h1>
      <p>
        {state === 'ask'
          ? 'Nothing else changes, and there’s no need to sign in.'
          : 'You’ll still find everything in your inbox on the site. Moderators’ decisions about your own writing are still emailed.'}
      </p>
      {state === 'ask' && (
        <form method="post" className="actions">
          <button className="button">Stop these emails</button>
        </form>
      )}
      <p className="actions">
        <a className="button quiet" href={paths.settingsOf('notifications')}>
          Choose what you get
        </a>
      </p>
    </div>
  );
}
