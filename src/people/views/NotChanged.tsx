import type { Failure } from '../../platform/browser/api.ts';

/** Says beside what was pressed that nothing came of it, and why. */
export function NotChanged({ failure: { status, problem } }: { failure: Failure }) {
  return (
    <p role="alert" className="mt-1 mb-0 text-sm text-danger">
      Not changed: {status === 0 ? 'the server could not be reached.' : problem.detail}
    </p>
  );
}
