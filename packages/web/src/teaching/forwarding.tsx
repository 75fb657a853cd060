import { bashWord } from '@hookwell/client/copying';
import { useState } from 'react';
import { teamId } from '../page/team-address.ts';
import { client } from '../service/client.ts';
import { forwardCommand, loginCommand } from './forward-commands.ts';
import { OwnCommand } from './own-command.tsx';

interface ForwardingProps {
  token: string;
  /** The address to forward to, if the user has named one. */
  target?: string | undefined;
}

/** Explains how the requests reach code on the user's own machine. */
export function Forwarding({ token, target }: ForwardingProps) {
  const [code, setCode] = useState<string>();
  // A log-in is one person's, so the command takes a key of the team.
  const isTeams = teamId !== undefined;
  const text = (start: string, newCode = code) =>
    [
      isTeams
        ? `export HOOKWELL_URL=${bashWord(location.origin)} HOOKWELL_API_KEY=wh-…`
        : loginCommand(start, newCode),
      forwardCommand(start, token, target),
    ].join('\n');
  // Each code works once, so every copy has its own. It is shown, too, where the browser does not allow copying.
  const copied = async (start: string) => {
    const { code: newCode } = await client.auth.handOver();
    setCode(newCode);
    return text(start, newCode);
  };
  return (
    <>
      <OwnCommand copied={isTeams ? text : copied} label="the commands that forward" text={text} />
      <p className="mt-1.5 text-xs text-muted">
        {!isSecureContext && (
          <b className="text-warn">
            Over plain http, anybody on the way can replace the program that these commands run.{' '}
          </b>
        )}
        Every request goes on to your code as it arrives, byte for byte.{' '}
        {isTeams
          ? 'It needs an API key of the team.'
          : 'The code in the copy works once, within ten minutes.'}
      </p>
    </>
  );
}
