import { type ButtonTone, buttonClass } from '../ui/controls.tsx';
import { leaveForSignOn, signOnAddress } from './single-sign-on.ts';

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
