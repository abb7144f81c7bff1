import { limits } from '../../platform/model/limits.ts';

type Hint = { path: string; message: string };
export type Values = Readonly<Record<string, string>>;

/** What a sign-in form can say by itself. */
export function signInHints({ email = '', password = '' }: Values): Hint[] {
  return [...emailHints(email), ...(password ? [] : [{ path: 'password', message: 'Type your password.' }])];
}

/** What a sign-up form can say by itself; the server checks more, such as common passwords and what is taken. */
export function signUpHints({ handle = '', name = '', email = '', password = '' }: Values): Hint[] {
  const wished = handle.trim().replace(/^@/, '');
  return [
    ...between('handle', 'A handle', wished, limits.handle),
    ...(/^\w*$/.test(wished) ? [] : [{ path: 'handle', message: 'A handle is made of a to z, 0 to 9 and _.' }]),
    ...between('name', 'A name', name.trim(), { min: 0, ...limits.name }),
    ...emailHints(email),
    ...between('password', 'A password', password, limits.password),
  ];
}

/** What a form can say by itself that asks for an address alone. */
export const forgotHints = ({ email = '' }: Values): Hint[] => emailHints(email);

/** What a form can say by itself about a new password. */
export const newPasswordHints = ({ password = '' }: Values): Hint[] =>
  between('password', 'A password', password, limits.password);

/** What forms can say by themselves that ask for the present password, beside a new one or a new address. */
export const presentPasswordHints = ({ current = '' }: Values): Hint[] =>
  current ? [] : [{ path: 'current', message: 'Type your present password.' }];
export const changePasswordHints = (values: Values): Hint[] => [
  ...presentPasswordHints(values),
  ...newPasswordHints(values),
];
export const changeAddressHints = (values: Values): Hint[] => [...forgotHints(values), ...presentPasswordHints(values)];

function emailHints(email: string): Hint[] {
  const message = 'Give an e-mail address such as name@example.org.';
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? [] : [{ path: 'email', message }];
}

function between(path: string, what: string, text: string, { min, max }: { min: number; max: number }): Hint[] {
  if (text.length < min) return [{ path, message: `${what} has at least ${min} characters.` }];
  return text.length > max ? [{ path, message: `${what} has at most ${max} characters.` }] : [];
}
