import { client } from '../service/client.ts';
import { Button } from '../ui/button.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { toast } from '../ui/toasts.ts';
import { useForm } from '../ui/use-form.ts';
import {
  leastPasswordCharacters,
  newPasswordProblem,
  standingPasswordProblem,
} from './credentials.ts';
import { PasswordField } from './password-field.tsx';

export function PasswordForm({ email }: { email: string }) {
  const form = useForm<'currentPassword' | 'newPassword'>({
    initial: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }) => [
      ['currentPassword', standingPasswordProblem(currentPassword)],
      ['newPassword', newPasswordProblem(newPassword)],
    ],
    run: async (passwords) => {
      await client.auth.changePassword(passwords);
      form.clear();
      toast({ text: 'The password is changed. Every other session has ended.' });
    },
    explain: (error) =>
      failureOf(
        error,
        { currentPassword: 'currentPassword', newPassword: 'newPassword' },
        { 401: 'currentPassword' },
      ),
  });

  return (
    <form aria-label="Change the password" className="max-w-sm space-y-4" {...form.formProps}>
      {/* Tells password managers whose password it is. */}
      <input autoComplete="username" hidden name="email" readOnly type="email" value={email} />
      <PasswordField
        {...form.fieldProps('currentPassword')}
        autoComplete="current-password"
        label="Current password"
      />
      <PasswordField
        {...form.fieldProps('newPassword')}
        autoComplete="new-password"
        hint={`${leastPasswordCharacters} characters or more. Every other session ends.`}
        label="New password"
      />
      <FailureAlert failure={form.failure} />
      <Button aria-disabled={form.isBusy} type="submit">
        {form.isBusy ? 'One moment…' : 'Change password'}
      </Button>
    </form>
  );
}
