import type { Principal } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { visible } from '../output/visible.ts';
import { clientFor, type ServiceAccess } from './connect.ts';
import { guestBehind, type Login, nameOf, withSession } from './log-in.ts';
import { isNotFound } from './not-found.ts';

/**
 * Takes over the session that the page made a code for. The endpoints of a guest who is logged in already come along, once the user
 * has agreed: the code may be somebody else's.
 * @throws {CommandFailure} if the code does not work, or the user does not agree
 */
export async function logInByCode(
  access: ServiceAccess,
  code: string,
  world: Surroundings,
): Promise<Login> {
  try {
    const client = await clientFor({ ...access, credential: undefined });
    const principal = await client.auth.lookAtHandoff(code);
    await agreeToBring(access, principal, world);
    const taking = { code, bringEndpoints: true };
    return await withSession(access, ({ auth }) => auth.takeOver(taking));
  } catch (error) {
    if (!isNotFound(error) || error.message !== 'Not found') throw error;
    throw new CommandFailure(
      `${access.address} does not know this code: each works once, for ten minutes. "Use in the terminal" in the menu of the page makes another`,
      { cause: error },
    );
  }
}

async function agreeToBring(
  access: ServiceAccess,
  into: Principal,
  { ask }: Surroundings,
): Promise<void> {
  const guest = await guestBehind(access);
  if (guest === undefined || guest.id === into.id) return;
  const { length } = await (await clientFor(access)).endpoints.list();
  if (length === 0) return;
  const endpoints = length === 1 ? 'Its endpoint' : `Its ${length} endpoints`;
  const stored = `A guest session is stored for ${access.address}.`;
  const question = `${stored} ${endpoints} would move into the account of the code, ${visible(nameOf(into))}. Do that? [y/N] `;
  const answer = ask === undefined ? '' : (await ask(question)).trim().toLowerCase();
  if (answer === 'y' || answer === 'yes') return;
  throw new CommandFailure(`${stored} "hookwell logout" gives it up with all it captured`);
}
