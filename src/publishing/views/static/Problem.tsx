import type { Problem as ProblemProps } from '../../../platform/model/page-problem.ts';
import { paths } from '../../../platform/model/paths.ts';

/** The content of the generic error page: status code, status message, description, and the id of the request. */
export function Problem({ status, message, description, requestId, handle }: ProblemProps) {
  return (
    <div className="problem">
      <p className="status">{status}</p>
      <h1>{message}</h1>
      <p data-description="">{description}</p>
      {handle !== undefined && (
        <p className="own-only" data-own-by={handle}>
          Your own page appears with your first public note or comment. <a href={paths.write}>Write a note</a>
        </p>
      )}
      <p className="actions">
        <a className="button" href={paths.home}>
          Front page
        </a>
        <a className="button quiet" href={paths.list(1)}>
          All notes
        </a>
      </p>
      {requestId !== undefined && (
        <p>
          <small>Request {requestId}</small>
        </p>
      )}
    </div>
  );
}
