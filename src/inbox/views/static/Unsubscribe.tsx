import type { MailKind } from '../../model/notification.ts';
import { paths } from '../../../platform/model/paths.ts';

export type UnsubscribeProps = { state: 'ask' | 'done'; batch: MailKind };

const words: Record<MailKind, { ask: string; done: string }> = {
  digest: { ask: 'No more daily digest?', done: 'The daily digest has ended' },
  weekly: { ask: 'No more weekly mail?', done: 'The weekly mail has ended' },
  review: { ask: 'No more mail with your highlights?', done: 'The mail with your highlights has ended' },
  mail: { ask: 'No more mail when something happens?', done: 'This mail has ended' },
};

/** The page behind the link at the end of a message: asks by GET, since mail programs follow links by themselves. */
export function Unsubscribe({ state, batch }: UnsubscribeProps) {
  return (
    <div className="problem">
      <h1>{words[batch][state]}</h1>
      <p>
        {state === 'ask'
          ? 'Nothing on the site changes by it. You need not sign in for this.'
          : 'What happens is in your inbox on the site, and nothing is lost. What moderators decide about your own writing is still mailed.'}
      </p>
      {state === 'ask' && (
        <form method="post" className="actions">
          <button className="button">End it</button>
        </form>
      )}
      <p className="actions">
        <a className="button quiet" href={paths.notifications}>
          Choose what comes
        </a>
      </p>
    </div>
  );
}
