import { Link, useSearch } from '@tanstack/react-router';
import { NarrowPage } from '../page/narrow-page.tsx';
import { useService } from '../service/client.ts';
import { LoadingScreen } from '../shell/stand-in-screens.tsx';
import { buttonClass, textLink } from '../ui/controls.tsx';
import { type Failure, FailureAlert } from '../ui/form.tsx';
import { signOnProblem } from './single-sign-on.tsx';
import { useEntering, willMoveSentence } from './use-entering.ts';
import { WaysIn } from './ways-in.tsx';

interface EntranceProps {
  kind: 'login' | 'register';
  title: string;
  lead?: string;
  /** The other way into an account. */
  other: { question: string; to: '/login' | '/register'; title: string };
}

function Entrance({ kind, title, other, ...rest }: EntranceProps) {
  const { next, problem } = useSearch({ from: `/${kind}` });
  const { enter, moving, tokens, isIn, isBack, email } = useEntering(kind, next, problem);
  const { login } = useService();
  if (isBack) return <LoadingScreen label="Logging in" />;
  const failure = problem === undefined ? undefined : { sentence: signOnProblem(problem) };
  if (isIn) return <AlreadyIn email={email} failure={failure} />;
  return (
    <NarrowPage {...rest} title={title} width="form">
      {failure !== undefined && <FailureAlert failure={failure} />}
      <WaysIn action={title} kind={kind} next={next} onSubmit={enter} tokens={tokens}>
        {moving > 0 && <p className="text-muted">{willMoveSentence(moving, kind)}</p>}
      </WaysIn>
      {login.password && (
        <div className="space-y-2 text-muted">
          <p>
            {other.question}{' '}
            <Link className={textLink} search={next === undefined ? {} : { next }} to={other.to}>
              {other.title}
            </Link>
          </p>
          {kind === 'login' && (
            <p>
              A forgotten password? This service sends no mail: whoever operates it sets a new one,
              with <code>hookwell account set-password</code>.
            </p>
          )}
        </div>
      )}
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

/** Tells a visitor of the log-in page that they are logged in already. */
function AlreadyIn({
  email,
  failure,
}: {
  email: string | undefined;
  /** Why a single sign-on did not log in as somebody else. */
  failure: Failure<never> | undefined;
}) {
  return (
    <NarrowPage
      {...(email !== undefined && {
        lead: <span className="wrap-break-word">You are {email}.</span>,
      })}
      title="You are logged in"
      width="form"
    >
      {failure !== undefined && <FailureAlert failure={failure} />}
      <div className="flex flex-wrap gap-2">
        <Link className={buttonClass('primary')} to="/">
          To your requests
        </Link>
        <Link className={buttonClass()} to="/account">
          Account
        </Link>
      </div>
    </NarrowPage>
  );
}
