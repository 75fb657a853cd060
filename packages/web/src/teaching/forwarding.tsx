import { teamId } from '../page/team-address.ts';
import { textLink } from '../page/text-link.ts';
import { type ForwardingChoices, forwardCommands } from './forward-commands.ts';
import { OwnCommand } from './own-command.tsx';

interface ForwardingProps extends ForwardingChoices {
  token: string;
  isGuest?: boolean;
}

/** Explains how the requests reach code on the user's own machine. */
export function Forwarding({ token, isGuest, ...choices }: ForwardingProps) {
  const isTeams = teamId !== undefined;
  return (
    <>
      <OwnCommand
        label="the commands that forward"
        text={(start) => forwardCommands(start, location.origin, token, { ...choices, isTeams })}
      />
      <p className="mt-1.5 text-xs text-muted">
        {!isSecureContext && (
          <b className="text-warn">
            Over plain http, anybody on the way can replace the program that these commands run.{' '}
          </b>
        )}
        Every request goes on to your code as it arrives, with its exact bytes.{' '}
        {isTeams && 'The command needs an API key of the team.'}
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
