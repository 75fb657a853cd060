import { HookwellError } from '@hookwell/client';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { client } from '../service/client.ts';
import { useService } from '../service/service.ts';
import { endSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { toast } from '../ui/toasts.ts';
import { useForm } from '../ui/use-form.ts';
import { standingPasswordProblem } from './credentials.ts';
import { PasswordField } from './password-field.tsx';
import { SignOnLink } from './sign-on-link.tsx';

/** The button that deletes the account, and the dialog that asks before. Guests have no password. */
export function DeleteAccount({ isGuest }: { isGuest: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const first = useRef<HTMLElement>(null);
  const title = isGuest ? 'Delete everything' : 'Delete account';
  return (
    <>
      <p className="mb-3 text-muted">
        This deletes every endpoint and every captured request{isGuest ? '' : ', and the API keys'}.
        It cannot be undone.
      </p>
      <Button onClick={() => setOpen(true)} tone="danger">
        {title}…
      </Button>
      <Dialog
        initialFocus={first}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`${title}?`}
      >
        <DeletionForm first={first} isGuest={isGuest} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const lastOwner =
  'You are the last owner of a team. Make another member an owner there, or delete the team first.';

interface DeletionFormProps {
  isGuest: boolean;
  onCancel: () => void;
  /** Gets the focus first: the password or, for guests, the button that cancels. */
  first: RefObject<HTMLElement | null>;
}

function DeletionForm({ isGuest, onCancel, first }: DeletionFormProps) {
  const navigate = useNavigate();
  const { login } = useService();
  const [isPasswordAsked, setPasswordAsked] = useState(login.password && !isGuest);
  const [isTooLate, setTooLate] = useState(false);
  const form = useForm<'password'>({
    initial: { password: '' },
    check: ({ password }) =>
      isPasswordAsked && !login.oidc ? [['password', standingPasswordProblem(password)]] : [],
    run: async ({ password }) => {
      await endSession(() => client.auth.deleteAccount(password === '' ? undefined : { password }));
      toast({ text: isGuest ? 'Everything is deleted.' : 'The account is deleted.' });
      await navigate({ to: '/' });
    },
    explain: (error) => {
      const status = error instanceof HookwellError ? error.status : undefined;
      setTooLate(status === 403 && login.oidc);
      // The account has a password, though nobody logs in by one any more.
      if (status === 400) setPasswordAsked(true);
      if (status === 409) return { sentence: lastOwner };
      return failureOf(error, { password: 'password', body: 'password' }, { 401: 'password' });
    },
  });

  return (
    <form className="space-y-4" {...form.formProps} aria-label="Confirm the deletion">
      <p>
        Your endpoints stop receiving at once, and everything they have captured is deleted. This
        cannot be undone.
      </p>
      {isPasswordAsked && (
        <PasswordField
          {...form.fieldProps('password')}
          autoComplete="current-password"
          {...(login.oidc && { hint: 'Leave it empty if you log in by single sign-on alone.' })}
          label="Password"
          ref={(input) => {
            first.current = input;
          }}
          required={!login.oidc}
        />
      )}
      <FailureAlert failure={form.failure} />
      {isTooLate && <SignOnLink next="/account" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          onClick={onCancel}
          ref={(button) => {
            if (!isPasswordAsked) first.current = button;
          }}
        >
          Cancel
        </Button>
        <Button aria-disabled={form.isBusy} tone="danger" type="submit">
          {isGuest ? 'Delete everything' : 'Delete account'}
        </Button>
      </div>
    </form>
  );
}
