import { Link, useSearch } from '@tanstack/react-router';
import { NarrowPage } from '../page/narrow-page.tsx';
import { textLink } from '../page/text-link.ts';
import { AlreadyIn } from './already-in.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { willMoveSentence } from './moved-endpoints.ts';
import { useEntering } from './use-entering.ts';

export function RegisterScreen() {
  const { next } = useSearch({ from: '/register' });
  const { enter, moving, isIn, email } = useEntering('register', next);
  if (isIn) return <AlreadyIn email={email} />;
  return (
    <NarrowPage
      lead="An account keeps your endpoints, and opens them in any browser."
      title="Create an account"
      width="form"
    >
      <CredentialsForm action="Create an account" kind="register" onSubmit={enter}>
        {moving > 0 && <p className="text-muted">{willMoveSentence(moving, 'register')}</p>}
      </CredentialsForm>
      <p className="text-muted">
        Have an account?{' '}
        <Link className={textLink} search={next === undefined ? {} : { next }} to="/login">
          Log in
        </Link>
      </p>
    </NarrowPage>
  );
}
