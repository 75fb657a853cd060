import { bashWord } from '@hookwell/client/copying';
import { useEffect, useState } from 'react';
import { teamId } from '../page/this-page.ts';
import { client } from '../service/client.ts';
import { CommandBox } from '../ui/copy-button.tsx';

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

interface OwnCommandProps {
  /** Names the command for the copy button. */
  label: string;
  /** Makes the text from how the command is started. */
  text: (start: string) => string;
  /** Makes the text that is copied, where that is another one. */
  copied?: (start: string) => string | Promise<string>;
}

/** Hookwell's own command to copy. It is looked up each time, since the service may have been upgraded. */
export function OwnCommand({ label, text, copied = text }: OwnCommandProps) {
  const [start, setStart] = useState('');
  useEffect(() => void startOfCommand().then(setStart), []);
  return start && <CommandBox copied={() => copied(start)} label={label} text={text(start)} />;
}

/** The address of the examples: the code that the user works on. */
export const exampleTarget = 'http://localhost:3000';

/**
 * The start of the command: npx fetches it from this service, in the version that fits. npx runs what it fetched from an
 * address before, so the address has the hash of the content. A service that has none to hand out was started from a clone, which has
 * the command: elsewhere `--no` keeps npx from fetching a package of that name, which would be a stranger's.
 */
async function startOfCommand(): Promise<string> {
  const answer = await fetch('/hookwell.tgz', { method: 'HEAD' }).catch(() => undefined);
  const [hash] = /[\da-f]{32}/.exec(answer?.headers.get('etag') ?? '') ?? [];
  if (hash === undefined) return 'npx --no -- hookwell';
  return `npx --yes ${bashWord(`${location.origin}/hookwell.tgz?v=${hash}`)}`;
}

/**
 * The command that makes the user in the terminal who they are in the page.
 * @param start how the command is started
 * @param code without one the command asks for it
 */
export function loginCommand(start: string, code = ''): string {
  return `${start} login --url ${bashWord(location.origin)} --code ${code}`.trimEnd();
}

/** The command that passes every request of an endpoint on to the user's own machine. */
function forwardCommand(start: string, token: string, target = exampleTarget): string {
  return `${start} listen ${token} --forward ${bashWord(target)}`;
}
