import type { MailKind } from '../../model/notification.ts';
import { paths } from '../../../platform/model/paths.ts';

export type UnsubscribeProps = { state: 'ask' | 'done'; batch: MailKind };

const inInbox = { text: 'in your inbox', href: paths.inbox };
/** `place`: where on the site the contents of the mail still are. */
const words: Record<MailKind, { ask: string; done: string; place: { text: string; href: string } }> = {
  digest: { ask: 'Stop the daily email?', done: 'You won’t get the daily email any more', place: inInbox },
  weekly: {
    ask: 'Stop the weekly email?',
    done: 'You won’t get the weekly email any more',
    place: { text: 'under For you', href: paths.forYou },
  },
  review: {
    ask: 'Stop emails with your highlights?',
    done: 'You won’t get your highlights by email any more',
    place: { text: 'in your review', href: paths.review },
  },
  mail: { ask: 'Stop emails when something happens?', done: 'You won’t get these emails any more', place: inInbox },
};

/** The page behind the link at the end of a mail. A GET only asks, since mail programs open links by themselves. */
export function Unsubscribe({ state, batch }: UnsubscribeProps) {
  const { place, [state]: heading } = words[batch];
  return (
    <div className="problem">
      <h1>{heading}</h1>
      {state === 'ask' ? (
        <p>Nothing else changes, and there’s no need to sign in.</p>
      ) : (
        <p>
          You’ll still find everything <a href={place.href}>{place.text}</a> on the site. Moderators’ decisions about
          your own writing are still emailed.
        </p>
      )}
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
