import type { EmailAndPassword } from '@hookwell/client';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { failureOf, firstFailure } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { Field } from '../ui/field.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import {
  emailProblem,
  minimumPasswordLength,
  newPasswordProblem,
  standingPasswordProblem,
} from './credentials.ts';
import { PasswordField } from './password-field.tsx';

interface CredentialsFormProps {
  kind: 'login' | 'register';
  /** The words on the button. */
  action: string;
  onSubmit: (credentials: EmailAndPassword) => Promise<void>;
  /** Between the fields and the button. */
  children?: ReactNode;
}

/** Email and password, for both ways into an account. Its names and kinds are those that password managers know. */
export function CredentialsForm({ kind, action, onSubmit, children }: CredentialsFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const isNew = kind === 'register';
  const submission = useSubmission<'email' | 'password'>({
    check: () =>
      firstFailure([
        ['email', emailProblem(email.trim())],
        ['password', (isNew ? newPasswordProblem : standingPasswordProblem)(password)],
      ]),
    run: () => onSubmit({ email: email.trim(), password }),
    explain: (error) =>
      failureOf(error, { email: 'email', password: 'password' }, { 409: 'email' }),
  });

  return (
    <form className="space-y-4" {...submission.formProps} aria-label={action}>
      <Field
        autoCapitalize="none"
        autoComplete={isNew ? 'email' : 'username'}
        inputMode="email"
        label="Email"
        name="email"
        onChange={(event) => setEmail(event.target.value)}
        problem={submission.problemOf('email')}
        required
        spellCheck={false}
        type="email"
        value={email}
      />
      <PasswordField
        autoComplete={isNew ? 'new-password' : 'current-password'}
        {...(isNew && { hint: `${minimumPasswordLength} characters or more. No other rule.` })}
        label="Password"
        name="password"
        onChange={(event) => setPassword(event.target.value)}
        problem={submission.problemOf('password')}
        required
        value={password}
      />
      {children}
      <FailureAlert failure={submission.failure} />
      <Button aria-disabled={submission.isBusy} className="w-full" tone="primary" type="submit">
        {submission.isBusy ? 'One moment…' : action}
      </Button>
    </form>
  );
}
