import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { client } from '../service/client.ts';
import { endSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { toast } from '../ui/toasts.ts';
import { useForm } from '../ui/use-form.ts';
import { standingPasswordProblem } from './credentials.ts';
import { PasswordField } from './password-field.tsx';

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

interface DeletionFormProps {
  isGuest: boolean;
  onCancel: () => void;
  /** Gets the focus first: the password or, for guests, the button that cancels. */
  first: RefObject<HTMLElement | null>;
}

function DeletionForm({ isGuest, onCancel, first }: DeletionFormProps) {
  const navigate = useNavigate();
  const form = useForm<'password'>({
    initial: { password: '' },
    check: ({ password }) => (isGuest ? [] : [['password', standingPasswordProblem(password)]]),
    run: async ({ password }) => {
      await endSession(() => client.auth.deleteAccount(isGuest ? undefined : { password }));
      toast({ text: isGuest ? 'Everything is deleted.' : 'The account is deleted.' });
      await navigate({ to: '/' });
    },
    explain: (error) => failureOf(error, { password: 'password' }, { 401: 'password' }),
  });

  return (
    <form className="space-y-4" {...form.formProps} aria-label="Confirm the deletion">
      <p>
        Your endpoints stop receiving at once, and everything they have captured is deleted. This
        cannot be undone.
      </p>
      {!isGuest && (
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
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          onClick={onCancel}
          ref={(button) => {
            if (isGuest) first.current = button;
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
