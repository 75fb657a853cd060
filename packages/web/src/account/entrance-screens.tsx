import { Link, useSearch } from '@tanstack/react-router';
import { NarrowPage } from '../page/narrow-page.tsx';
import { textLink } from '../page/text-link.ts';
import { AlreadyIn } from './already-in.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { willMoveSentence } from './moved-endpoints.ts';
import { useEntering } from './use-entering.ts';

interface EntranceProps {
  kind: 'login' | 'register';
  title: string;
  lead?: string;
  /** The other way into an account. */
  other: { question: string; to: '/login' | '/register'; title: string };
}

function Entrance({ kind, title, other, ...rest }: EntranceProps) {
  const { next } = useSearch({ from: `/${kind}` });
  const { enter, moving, isIn, email } = useEntering(kind, next);
  if (isIn) return <AlreadyIn email={email} />;
  return (
    <NarrowPage {...rest} title={title} width="form">
      <CredentialsForm action={title} kind={kind} onSubmit={enter}>
        {moving > 0 && <p className="text-muted">{willMoveSentence(moving, kind)}</p>}
      </CredentialsForm>
      <p className="text-muted">
        {other.question}{' '}
        <Link className={textLink} search={next === undefined ? {} : { next }} to={other.to}>
          {other.title}
        </Link>
      </p>
    </NarrowPage>
  );
}

const [login, register] = ['Log in', 'Create an account'];

export function LoginScreen() {
  const other = { question: 'No account yet?', to: '/register', title: register } as const;
  return <Entrance kind="login" other={other} title={login} />;
}

export function RegisterScreen() {
  const other = { question: 'Have an account?', to: '/login', title: login } as const;
  const lead = 'An account keeps your endpoints, and opens them in any browser.';
  return <Entrance kind="register" lead={lead} other={other} title={register} />;
}
