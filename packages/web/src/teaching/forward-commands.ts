import { bashWord } from '@hookwell/client/copying';

/** The address of the examples: the code that the user works on. */
export const exampleTarget = 'http://localhost:3000';

/**
 * The start of the command: npx fetches it from this service, in the version that fits. npx runs what it fetched from an
 * address before, so the address has the hash of the content. A service that has none to hand out was started from a clone, which has
 * the command: elsewhere `--no` keeps npx from fetching a package of that name, which would be a stranger's.
 */
export async function startOfCommand(): Promise<string> {
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
export function forwardCommand(start: string, token: string, target = exampleTarget): string {
  return `${start} listen ${token} --forward ${bashWord(target)}`;
}
