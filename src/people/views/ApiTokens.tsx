import { useState, type SubmitEvent } from 'react';
import { type Failure, fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Field, Input, Select } from '../../ui/forms/Field.tsx';
import { call, useCall, type PeopleCalls } from '../browser/calls.ts';
import type { TokenScope } from '../model/account.ts';
import { PresentPassword } from './AccountForm.tsx';
import { AccountRow, madeAndUsed } from './AccountRow.tsx';

const scopes: Record<TokenScope, string> = {
  write: 'Read and write',
  read: 'Read only',
  export: 'Export only',
  import: 'Import only',
};
type Made = PeopleCalls['POST /api/tokens']['data'];

/** The person's API tokens: creating one, whose secret is shown once, and revoking them. */
export function ApiTokens() {
  const { answer, retry } = useCall('GET /api/tokens', {});
  const [created, setCreated] = useState<Made>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  // Whether the form asks for the password, because the last proof is too old.
  const [asks, setAsks] = useState(false);

  async function make(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    setBusy(true);
    setFailure(undefined);
    const done = await call('POST /api/tokens', { body: filled(new FormData(form)) });
    setBusy(false);
    if (!done.ok) {
      setAsks((before) => before || fieldError(done, 'current') !== undefined);
      // The password field that appears explains itself, so no error is shown above it.
      return setFailure(asks || fieldError(done, 'current') === undefined ? done : undefined);
    }
    setAsks(false);
    setCreated(done.data);
    form.reset();
    retry();
  }

  async function revoke(id: string) {
    setFailure(undefined);
    const done = await call('DELETE /api/tokens/{id}', { at: { id } });
    if (!done.ok && done.status !== 404) return setFailure(done);
    if (created?.token.id === id) setCreated(undefined);
    focusOn('tokens');
    retry();
  }

  const [nameError, proofError] = [fieldError(failure, 'name'), fieldError(failure, 'current')];
  return (
    <>
      <p className="m-0 text-muted">
        A token lets a program read, write, import or export your notes. It can’t change your account. The API is
        described at{' '}
        <a className="text-primary underline" href="/api/openapi.json">
          /api/openapi.json
        </a>
        .
      </p>
      {failure && !nameError && !proofError && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      {created && <Secret created={created} />}
      {!answer && <Loading what="Loading your tokens" lines={2} />}
      {answer?.ok === false && <LoadFailure what="your tokens" failure={answer} retry={retry} />}
      {answer?.ok && answer.data.tokens.length > 0 && (
        <ul aria-label="Your tokens" className="m-0 grid list-none gap-3 p-0">
          {answer.data.tokens.map((token) => (
            <AccountRow
              key={token.id}
              name={token.name}
              badge={<Badge>{scopes[token.scope]}</Badge>}
              about={madeAndUsed('Created', token)}
              end={{ word: 'Revoke', label: `Revoke the token ${token.name}`, run: () => void revoke(token.id) }}
            />
          ))}
        </ul>
      )}
      <form
        method="post"
        noValidate
        onSubmit={(event) => void make(event)}
        className="grid gap-4 sm:grid-cols-[1fr_auto]"
      >
        <Field label="Token name" hint="Something you’ll recognise, such as Laptop." error={nameError}>
          {(control) => <Input {...control} name="name" maxLength={60} autoComplete="off" />}
        </Field>
        <Field label="It can">
          {(control) => (
            <Select {...control} name="scope">
              {Object.entries(scopes).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {asks && (
          <div className="sm:col-span-2">
            <PresentPassword first hint="A token can act as you, so please confirm it’s you." error={proofError} />
          </div>
        )}
        <Button type="submit" variant="outline" color="neutral" className="justify-self-start" loading={busy}>
          Create token
        </Button>
      </form>
    </>
  );
}

/** The values that are not empty; the server reports which are missing. */
const filled = (data: FormData) =>
  Object.fromEntries([...data].filter(([name, value]) => name === 'name' || value !== '')) as {
    name: string;
    scope: TokenScope;
    current?: string;
  };

/** An example call for the token; none for a read-only token, for which any address will do. */
function exampleOf(scope: TokenScope, secret: string): { does: string; call: string } | undefined {
  const header = `-H 'Authorization: Bearer ${secret}'`;
  const api = `${location.origin}/api`;
  if (scope === 'export') {
    return { does: 'To export everything with it', call: `curl ${header} \\\n  -OJ '${api}/export?format=json'` };
  }
  if (scope === 'import') {
    return { does: 'To import a file with it', call: `curl ${header} \\\n  -F file=@bookmarks.html ${api}/import` };
  }
  if (scope === 'read') return undefined;
  const sent = `-H 'Content-Type: application/json' \\\n  -d '{"title":"Worth reading","url":"https://example.org/"}'`;
  return { does: 'To save a link with it', call: `curl ${api}/notes \\\n  ${header} \\\n  ${sent}` };
}

function Secret({ created: { token, secret } }: { created: Made }) {
  const example = exampleOf(token.scope, secret);
  return (
    <Notice title={`The token ${token.name} is ready`}>
      <span>Copy it now. You won’t be able to see it again.</span>
      <code className="rounded-md bg-raised p-2 font-mono text-sm wrap-anywhere select-all">{secret}</code>
      <Button
        size="xs"
        variant="outline"
        color="neutral"
        className="justify-self-start"
        onClick={() => void navigator.clipboard.writeText(secret)}
      >
        Copy
      </Button>
      {example && (
        <>
          <span className="mt-2">{example.does}:</span>
          <pre tabIndex={0} className="m-0 overflow-auto rounded-md bg-raised p-2 font-mono text-sm">
            {example.call}
          </pre>
        </>
      )}
    </Notice>
  );
}
