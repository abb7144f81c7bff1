import { useState } from 'react';
import { takesFocus } from '../../../platform/browser/focus.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { Input } from '../../../ui/forms/Input.tsx';

type Props = {
  autoComplete: 'current-password' | 'new-password';
  label?: string;
  /** The name of the value in the form. */
  name?: string;
  hint?: string;
  error?: string | undefined;
  /** The first field of a form that a button has just opened. */
  first?: boolean;
};

/** The password that one has, asked for before what only the owner of the account may do. */
export function PresentPassword(props: Pick<Props, 'hint' | 'error' | 'first'>) {
  return <PasswordField {...props} label="Present password" name="current" autoComplete="current-password" />;
}

/** A password that can be looked at while it is typed. */
export function PasswordField({ autoComplete, label = 'Password', name = 'password', hint, error, first }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            ref={first ? takesFocus : undefined}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            className="pe-20"
          />
          <Button
            size="xs"
            variant="ghost"
            color="neutral"
            className="absolute inset-y-1 end-1"
            aria-pressed={shown}
            aria-label={label === 'Password' ? 'Show the password' : `Show the password: ${label}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </Button>
        </div>
      )}
    </Field>
  );
}
