import { bashWord } from '@hookwell/client/copying';

/** The address of the examples: the code that the user works on. */
export const exampleTarget = 'http://localhost:3000';

/**
 * The start of the command: npx fetches it from this service, in the version that fits. npx runs what it fetched from an
 * address before, so the address has the hash of the content. Where the service has none to hand out it comes from the registry.
 */
export async function startOfCommand(): Promise<string> {
  const answer = await fetch('/hookwell.tgz', { method: 'HEAD' }).catch(() => undefined);
  const [hash] = /[\da-f]{32}/.exec(answer?.headers.get('etag') ?? '') ?? [];
  if (hash === undefined) return 'npx hookwell';
  return `npx --yes ${bashWord(`${location.origin}/hookwell.tgz?v=${hash}`)}`;
}

export interface ForwardingChoices {
  /** The account of the endpoint. */
  email?: string | undefined;
  /** Whether the endpoint is a team's: a log-in is one person's, so the command takes a key of the team. */
  isTeams?: boolean;
  /** The address to forward to, if the user has named one. */
  target?: string | undefined;
}

/**
 * The commands that pass on every request of an endpoint to the user's own machine.
 * @param start how the command is started
 * @param service the address of the service
 */
export function forwardCommands(
  start: string,
  service: string,
  token: string,
  { email = 'you@example.com', isTeams = false, target = exampleTarget }: ForwardingChoices,
): string {
  return [
    isTeams
      ? `export HOOKWELL_URL=${bashWord(service)} HOOKWELL_API_KEY=wh-…`
      : `${start} login --url ${bashWord(service)} --email ${bashWord(email)}`,
    `${start} listen ${token} --forward ${bashWord(target)}`,
  ].join('\n');
}
