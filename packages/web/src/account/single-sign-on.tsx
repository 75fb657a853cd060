import { readOfTab, readSetting, writeOfTab, writeSetting } from '../page/this-page.ts';
import { type ButtonTone, buttonClass } from '../ui/controls.tsx';

/** The address that begins a single sign-on. It comes back to the log-in page, which leads on to `next`. */
export function signOnAddress(next: unknown): string {
  const back = `/login?${new URLSearchParams({ next: nextPath(next) })}`;
  return `/api/auth/oidc?${new URLSearchParams({ next: back })}`;
}

/** To be called as the page is left for a single sign-on, with the tokens of the guest's endpoints. */
function leaveForSignOn(tokens: readonly string[]): void {
  // Where nobody was before, the log-in page would not ask who came back. If nobody did, a guest begins.
  if (readSetting('visited') === undefined) writeSetting('visited', 'guest');
  // Where the tab keeps nothing, the log-in page shows that the user is logged in, and does not go on by itself.
  writeOfTab('left-with', tokens.join(' '));
}

/** The tokens that this tab left with for a single sign-on, or `undefined` if it did not leave. */
export function tokensLeftWith(): readonly string[] | undefined {
  return readOfTab('left-with')
    ?.split(' ')
    .filter((token) => token !== '');
}

interface SignOnLinkProps {
  /** The path to come back to. */
  next: unknown;
  /** The tokens of the guest's endpoints, which move into the account. */
  tokens?: readonly string[];
  tone?: ButtonTone;
  className?: string;
}

/** Leads to the log-in of the company. */
export function SignOnLink({ next, tokens = [], tone = 'plain', className = '' }: SignOnLinkProps) {
  return (
    <a
      className={`${buttonClass(tone)} ${className}`}
      href={signOnAddress(next)}
      onClick={() => leaveForSignOn(tokens)}
    >
      Log in by single sign-on
    </a>
  );
}

/**
 * The path that `?next=` leads to after logging in. It is `/` unless it is a path of this site. Anybody can write a link
 * to the log-in page, so it must not lead to another site, nor back to a form: that of a form leads where the form would.
 */
export function nextPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/';
  const base = 'http://own.invalid';
  if (!URL.canParse(next, base)) return '/';
  const { origin, pathname, search, searchParams, hash } = new URL(next, base);
  if (origin !== base || pathname.startsWith('//')) return '/';
  // It is shorter each time.
  if (/^\/(login|register)$/.test(pathname)) return nextPath(searchParams.get('next'));
  return /^\/(login|register|api|wh)(\/|$)/.test(pathname) ? '/' : `${pathname}${search}${hash}`;
}

/** Why a single sign-on failed, by the word in the address that it came back to. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['away', 'The single sign-on cannot be reached right now. Try again in a few minutes.'],
  ['refused', 'The single sign-on did not let you in, or you left it. Try it again.'],
  [
    'late',
    'This single sign-on took more than ten minutes, or was begun elsewhere. Begin it again.',
  ],
  ['not-allowed', 'Your email or your groups are not let in here. Ask whoever runs this service.'],
  [
    'email-taken',
    'The account of your email belongs to another log-in of the single sign-on. Ask whoever runs this service.',
  ],
  ['too-many', 'Too many log-ins from your network. Try again in a minute.'],
]);

/** Anybody can write a word into an address, so it is never shown itself. */
export function signOnProblem(problem: string): string {
  return sentences.get(problem) ?? 'The single sign-on failed. Try again in a few minutes.';
}
