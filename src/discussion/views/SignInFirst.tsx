import { paths } from '../../platform/model/paths.ts';

/** In the place of a form for whoever is not signed in. `anchor`: where they come back to. */
export function SignInFirst({ anchor }: { anchor: string }) {
  return (
    <p className="my-3 text-[0.9375rem] text-muted" role="status">
      <a className="font-medium text-primary underline" href={paths.signIn(`${location.pathname}#${anchor}`)}>
        Sign in
      </a>{' '}
      to take part. You come back to this place.
    </p>
  );
}
