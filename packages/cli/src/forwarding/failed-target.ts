import type { HookwellClient } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { visible } from '../output/visible.ts';
import { failedTargets } from './failed-requests.ts';

/**
 * The target whose failed requests are sent again: the one that is sent to, else the only one of which some are known. Its
 * address may be spelled in another way, or it may have moved.
 * @param to the target to send to, if it is given
 * @throws {CommandFailure} that lists the known targets if none of them is meant
 */
export async function failedTarget(
  to: URL | undefined,
  { client, address }: { client: HookwellClient; address: string },
  { environment, note }: Pick<Surroundings, 'environment' | 'note'>,
): Promise<URL> {
  const endpoints = await client.endpoints.list();
  const ids = endpoints.map(({ id }) => id);
  const known = await failedTargets(environment, address, ids);
  if (to !== undefined && known.has(to.href)) return to;
  const respelled = [...known.keys()].filter(
    (target) => to !== undefined && inOneSpelling(target) === inOneSpelling(to.href),
  );
  const [other] = respelled;
  if (other !== undefined && respelled.length === 1) return new URL(other);
  const [only] = known.keys();
  if (only !== undefined && known.size === 1) {
    if (to !== undefined) note(`Sending what ${visible(only)} did not take`);
    return new URL(only);
  }
  // Those that an earlier version of the command kept have no target by name.
  if (to !== undefined && known.size === 0) return to;
  const lines = [...known].map(
    ([target, count]) => `${visible(target)} (${counted(count, 'request')})`,
  );
  const nothing = `Nothing is known that ${to === undefined ? 'a target' : visible(to.href)} did not take`;
  const several = `${to === undefined ? 'Several targets did not take requests' : nothing}: name one with --to, ${lines.join(', ')}`;
  throw new CommandFailure(lines.length === 0 ? nothing : several, {
    exitCode: exitCodes.noMatch,
  });
}

/** The address with one of the names of this machine, which has three. */
function inOneSpelling(address: string): string {
  const url = new URL(address);
  if (['127.0.0.1', '[::1]'].includes(url.hostname)) url.hostname = 'localhost';
  return url.href;
}
