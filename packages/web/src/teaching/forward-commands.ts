import { bashWord } from '@hookwell/client/copying';

/** The address of the examples: the code that the user works on. */
export const exampleTarget = 'http://localhost:3000';

/**
 * The commands that pass on every request of an endpoint to the user's own machine.
 * @param service the address of the service
 * @param email the account that the endpoint belongs to
 */
export function forwardCommands(
  service: string,
  token: string,
  { email = 'you@example.com', target = exampleTarget }: { email?: string; target?: string } = {},
): string {
  return [
    `npx hookwell login --url ${bashWord(service)} --email ${bashWord(email)}`,
    `npx hookwell listen ${token} --forward ${bashWord(target)}`,
  ].join('\n');
}

/** The command that sends one captured request again. */
export function replayCommand(id: number, target = exampleTarget): string {
  return `npx hookwell replay ${id} --to ${bashWord(target)}`;
}
