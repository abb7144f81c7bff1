import { UseLink } from '../../model/account.ts';
import type { Activity, ActivityKind } from '../../model/activity.ts';
import { maxAccountBytes } from '../accounts.ts';
import { activityOf } from '../activity.ts';
import { requireRate } from '../../../platform/server/rates.ts';
import type { NotChanged } from '../store/account-changes.ts';
import { endpoint } from '../../../platform/server/http/endpoint.ts';
import { HttpError } from '../../../platform/server/http/problem.ts';
import { readJson } from '../../../platform/server/http/read-json.ts';

/** `note` gives what the account's activity says of what the link did. */
type Spend = (
  token: string,
  note: (kind: ActivityKind, detail?: string) => Activity,
  now: Date,
) => Promise<{ ok: true; used: object } | NotChanged>;

/** Takes the secret of a mailed link by POST, so that it is in no address, and nothing that follows addresses uses it. */
export function linkEndpoint(spend: Spend) {
  return endpoint({
    async POST(request, { client }) {
      const { token } = await readJson(request, UseLink, maxAccountBytes);
      await requireRate('prove', client);
      const now = new Date();
      const done = await spend(token, (kind, detail) => activityOf(request, kind, now, detail), now);
      if (!done.ok) throw linkProblem(done);
      return Response.json(done.used);
    },
  });
}

/** What a mailed link answers that does nothing any more. */
export function linkProblem({ reason }: NotChanged): HttpError {
  return reason === 'taken'
    ? new HttpError(409, 'Conflict', 'Nothing was changed: another account has this address by now.')
    : new HttpError(410, 'Gone', 'Nothing was changed: this link was used already, or is too old. Ask for a new one.');
}
