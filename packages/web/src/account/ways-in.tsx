import type { EmailAndPassword } from '@hookwell/client';
import type { ReactNode } from 'react';
import { useService } from '../service/service.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { SignOnLink } from './sign-on-link.tsx';

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
