import { useState } from 'react';
import { client } from '../service/client.ts';
import { Button } from '../ui/button.tsx';
import { failureOf, firstFailure } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { toast } from '../ui/toasts.ts';
import { useSubmission } from '../ui/use-submission.ts';
import {
  minimumPasswordLength,
  newPasswordProblem,
  standingPasswordProblem,
} from './credentials.ts';
import { PasswordField } from './password-field.tsx';

export function PasswordForm({ email }: { email: string }) {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const submission = useSubmission<'currentPassword' | 'newPassword'>({
    check: () =>
      firstFailure([
        ['currentPassword', standingPasswordProblem(currentPassword)],
        ['newPassword', newPasswordProblem(newPassword)],
      ]),
    run: async () => {
      await client.auth.changePassword({ currentPassword, newPassword });
      setCurrent('');
      setNew('');
      toast({ text: 'The new password holds. Every other session has ended.' });
    },
    explain: (error) =>
      failureOf(
        error,
        { currentPassword: 'currentPassword', newPassword: 'newPassword' },
        { 401: 'currentPassword' },
      ),
  });

  return (
    <form aria-label="Change the password" className="max-w-sm space-y-4" {...submission.formProps}>
      {/* Tells password managers whose password it is. */}
      <input autoComplete="username" hidden name="email" readOnly type="email" value={email} />
      <PasswordField
        autoComplete="current-password"
        label="Current password"
        name="currentPassword"
        onChange={(event) => setCurrent(event.target.value)}
        problem={submission.problemOf('currentPassword')}
        required
        value={currentPassword}
      />
      <PasswordField
        autoComplete="new-password"
        hint={`${minimumPasswordLength} characters or more. Every other session ends.`}
        label="New password"
        name="newPassword"
        onChange={(event) => setNew(event.target.value)}
        problem={submission.problemOf('newPassword')}
        required
        value={newPassword}
      />
      <FailureAlert failure={submission.failure} />
      <Button aria-disabled={submission.isBusy} type="submit">
        {submission.isBusy ? 'One moment…' : 'Change password'}
      </Button>
    </form>
  );
}
