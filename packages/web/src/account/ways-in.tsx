import type { EmailAndPassword } from '@hookwell/client';
import { type ReactNode, useState } from 'react';
import { useService } from '../service/client.ts';
import { Button, IconButton } from '../ui/controls.tsx';
import { Field, type FieldProps } from '../ui/field.tsx';
import { FailureAlert, failureOf, useForm } from '../ui/form.tsx';
import { EyeIcon, EyeOffIcon } from '../ui/part-icons.tsx';
import { SignOnLink } from './single-sign-on.tsx';

interface WaysInProps {
  kind: 'login' | 'register';
  /** The words on the form's button. */
  action: string;
  onSubmit: (credentials: EmailAndPassword) => Promise<void>;
  /** The path that a single sign-on comes back to. */
  next: unknown;
  /** The tokens of the guest's endpoints, which move into the account. */
  tokens?: readonly string[];
  /** Stands above the button. */
  children?: ReactNode;
}

/** The ways into an account that the service has: a password, a single sign-on, or both. */
export function WaysIn({ kind, action, onSubmit, children, ...signOn }: WaysInProps) {
  const { login } = useService();
  return (
    <div className="space-y-4">
      {login.password ? (
        <CredentialsForm action={action} kind={kind} onSubmit={onSubmit}>
          {children}
        </CredentialsForm>
      ) : (
        children
      )}
      {login.password && login.oidc && <p className="text-center text-muted">or</p>}
      {login.oidc && (
        <SignOnLink {...signOn} className="w-full" tone={login.password ? 'plain' : 'primary'} />
      )}
    </div>
  );
}

interface CredentialsFormProps {
  kind: 'login' | 'register';
  /** The words on the button. */
  action: string;
  onSubmit: (credentials: EmailAndPassword) => Promise<void>;
  /** Stands between the fields and the button. */
  children?: ReactNode;
}

/** Email and password, for both ways into an account. Password managers know fields by these names and kinds. */
function CredentialsForm({ kind, action, onSubmit, children }: CredentialsFormProps) {
  const isNew = kind === 'register';
  const form = useForm<'email' | 'password'>({
    initial: { email: '', password: '' },
    check: ({ email, password }) => [
      ['email', emailProblem(email.trim())],
      ['password', (isNew ? newPasswordProblem : standingPasswordProblem)(password)],
    ],
    run: ({ email, password }) => onSubmit({ email: email.trim(), password }),
    explain: (error) =>
      failureOf(error, { email: 'email', password: 'password' }, { 409: 'email' }),
  });

  return (
    <form className="space-y-4" {...form.formProps} aria-label={action}>
      <Field
        {...form.fieldProps('email')}
        autoCapitalize="none"
        autoFocus
        autoComplete={isNew ? 'email' : 'username'}
        inputMode="email"
        label="Email"
        spellCheck={false}
        type="email"
      />
      <PasswordField
        {...form.fieldProps('password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        {...(isNew && { hint: `${leastPasswordCharacters} characters or more. No other rule.` })}
        label="Password"
      />
      {children}
      <FailureAlert failure={form.failure} />
      <Button aria-disabled={form.isBusy} className="w-full" tone="primary" type="submit">
        {form.isBusy ? 'One moment…' : action}
      </Button>
    </form>
  );
}

export const leastPasswordCharacters = 8;
const mostPasswordCharacters = 256;

/** Some text, an @, and a host of two names or more. The service checks more. */
const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Finds a problem of an email address before it is sent. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'Enter your email address.';
  return emailForm.test(email) ? undefined : 'This is not an email address yet: name@example.com.';
}

/** Finds a problem of a new password. The length is counted in code points, as the service does. */
export function newPasswordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length === 0) return 'Choose a password.';
  if (length < leastPasswordCharacters) {
    return `${length} of at least ${leastPasswordCharacters} characters.`;
  }
  if (length <= mostPasswordCharacters) return undefined;
  return `At most ${mostPasswordCharacters} characters, and this has ${length}.`;
}

/** Finds a problem of a password that was set earlier. */
export function standingPasswordProblem(password: string): string | undefined {
  return password === '' ? 'Enter your password.' : undefined;
}

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'aside' | 'autoComplete'> {
  /** With `new-password`, password managers offer one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A field for a password, which is hidden unless the user asks to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      aside={
        <IconButton
          aria-pressed={isShown}
          label={`Show the ${props.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
      autoCapitalize="none"
      spellCheck={false}
      type={isShown ? 'text' : 'password'}
    />
  );
}
