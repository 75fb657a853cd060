import { HookwellError } from '@hookwell/client';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { client, useService } from '../service/client.ts';
import { endSession } from '../session/session.ts';
import { Button } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureAlert, failureOf, useForm } from '../ui/form.tsx';
import { toast } from '../ui/toasts.tsx';
import { SignOnLink } from './single-sign-on.tsx';
import { PasswordField, standingPasswordProblem } from './ways-in.tsx';

interface DeleteAccountProps {
  isGuest: boolean;
  /** Guests have none, and neither has who logs in by single sign-on alone. */
  hasPassword: boolean;
}

/** The button that deletes the account, and the dialog that asks before. */
export function DeleteAccount({ isGuest, hasPassword }: DeleteAccountProps) {
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
        <DeletionForm
          first={first}
          hasPassword={hasPassword}
          isGuest={isGuest}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

const lastOwner =
  'You are the last owner of a team. Make another member an owner there, or delete the team first.';

interface DeletionFormProps extends DeleteAccountProps {
  onCancel: () => void;
  /** Gets the focus first: the password or, without one, the button that cancels. */
  first: RefObject<HTMLElement | null>;
}

function DeletionForm({ isGuest, hasPassword, onCancel, first }: DeletionFormProps) {
  const navigate = useNavigate();
  const { login } = useService();
  const [isTooLate, setTooLate] = useState(false);
  const form = useForm<'password'>({
    initial: { password: '' },
    check: ({ password }) => (hasPassword ? [['password', standingPasswordProblem(password)]] : []),
    run: async ({ password }) => {
      await endSession(() => client.auth.deleteAccount(hasPassword ? { password } : undefined));
      toast({ text: isGuest ? 'Everything is deleted.' : 'The account is deleted.' });
      await navigate({ to: '/' });
    },
    explain: (error) => {
      const status = error instanceof HookwellError ? error.status : undefined;
      setTooLate(status === 403 && login.oidc);
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
      {hasPassword && (
        <PasswordField
          {...form.fieldProps('password')}
          autoComplete="current-password"
          label="Password"
          ref={(input) => {
            first.current = input;
          }}
        />
      )}
      <FailureAlert failure={form.failure} />
      {isTooLate && <SignOnLink next="/account" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          onClick={onCancel}
          ref={(button) => {
            if (!hasPassword) first.current = button;
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
