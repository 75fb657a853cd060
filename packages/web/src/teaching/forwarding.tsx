import { textLink } from '../page/text-link.ts';
import { CommandBox } from '../ui/command-box.tsx';
import { forwardCommands } from './forward-commands.ts';

interface ForwardingProps {
  token: string;
  /** The address to forward to, if the user has named one. */
  target?: string | undefined;
  isGuest?: boolean;
  /** The account of the endpoint. */
  email?: string | undefined;
}

/** Explains how the requests reach code on the user's own machine. */
export function Forwarding({ token, target, email, isGuest = false }: ForwardingProps) {
  const known = { ...(email !== undefined && { email }), ...(target !== undefined && { target }) };
  return (
    <>
      <CommandBox
        label="the commands that forward"
        text={forwardCommands(location.origin, token, known)}
      />
      <p className="mt-1.5 text-xs text-muted">
        Every request goes on to your code as it arrives, with its exact bytes.{' '}
        {isGuest && (
          <>
            The command needs an account:{' '}
            <a className={textLink} href="/register">
              create one
            </a>{' '}
            first, and this endpoint moves into it.
          </>
        )}
      </p>
    </>
  );
}
