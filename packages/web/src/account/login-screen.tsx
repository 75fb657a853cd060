import { Link, useSearch } from '@tanstack/react-router';
import { NarrowPage } from '../page/narrow-page.tsx';
import { textLink } from '../page/text-link.ts';
import { AlreadyIn } from './already-in.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { willMoveSentence } from './moved-endpoints.ts';
import { useEntering } from './use-entering.ts';

export function LoginScreen() {
  const { next } = useSearch({ from: '/login' });
  const { enter, moving, isIn, email } = useEntering('login', next);
  if (isIn) return <AlreadyIn email={email} />;
  return (
    <NarrowPage title="Log in" width="form">
      <CredentialsForm action="Log in" kind="login" onSubmit={enter}>
        {moving > 0 && <p className="text-muted">{willMoveSentence(moving, 'login')}</p>}
      </CredentialsForm>
      <p className="text-muted">
        No account yet?{' '}
        <Link className={textLink} search={next === undefined ? {} : { next }} to="/register">
          Create an account
        </Link>
      </p>
    </NarrowPage>
  );
}
