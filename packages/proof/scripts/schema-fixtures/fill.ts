import { deliverAll, lifeOf } from '../../../server/test/billing/payment-provider.ts';
import type { Credentials } from '../../src/upgrade/caller.ts';
import { send, sendEveryKind } from './captures.ts';
import { fillSettings } from './fill-settings.ts';
import { fillTeams } from './fill-teams.ts';
import { type ApiVisitor, register, startGuest, withKey } from './visitors.ts';

/** A running version of the service. */
export interface Version {
  url: string;
  /** Whether its schema has this `table` or `table.column`. */
  knows(name: string): boolean;
}

/** Who has been there. */
export interface Filled {
  visitors: Record<string, ApiVisitor>;
  spare: { token: string; endpointId: number; credentials: Credentials };
}

/** Puts everything into an empty instance that its version can have. */
export async function fill(version: Version): Promise<Filled> {
  const { url } = version;
  const guest = await startGuest(url);
  await sendEveryKind(url, await guest.endpoint());

  // What a guest has goes over to the account.
  const member = await startGuest(url);
  await send(url, await member.endpoint(), { body: 'as a guest' });
  const memberId = await register(member, 'member');
  await fillAndClear(version, member);

  const payer = await startGuest(url);
  const payerId = await register(payer, 'payer');
  if (version.knows('payment_event')) {
    await deliverAll({ url }, lifeOf('sub_payer', payerId).slice(0, 4));
    // The second is not tied to any account yet.
    await deliverAll({ url }, lifeOf('sub_member', memberId));
    await deliverAll({ url }, lifeOf('sub_nobody', 4711).slice(1, 3));
  }
  const program = await withKey(payer);
  const kept = await program.endpoint();
  await payer.ask(200, 'PATCH', `/api/endpoints/${kept}`, { badgeName: 'Zürich 🧾 "orders"' });
  await send(url, kept, { body: 'for a program' });
  await fillSettings(version, payer);
  await fillTeams(version, payer, member);

  const spender = await startGuest(url);
  await register(spender, 'spare');
  const spare = await spender.ask(201, 'POST', '/api/endpoints');
  const { credentials } = await withKey(spender);
  return {
    visitors: { guest, member, payer, program },
    spare: { token: spare.token, endpointId: spare.id, credentials },
  };
}

/** Captures some of which are removed again, by every way that the version has. */
async function fillAndClear({ url, knows }: Version, member: ApiVisitor): Promise<void> {
  const [whole, partly, deleted] = [
    await member.endpoint(),
    await member.endpoint(),
    await member.endpoint(),
  ];
  const ids: number[] = [];
  for (const text of ['first', 'second', 'third', 'fourth']) {
    for (const token of [whole, deleted]) await send(url, token, { body: text });
    ids.push((await send(url, partly, { body: text })).id);
  }
  await member.ask(204, 'DELETE', `/api/requests/endpoint/${whole}`);
  await member.ask(204, 'DELETE', `/api/endpoints/${deleted}`);
  await member.ask(204, 'DELETE', `/api/requests/${ids[2]}`);
  if (knows('endpoint.counted_after')) {
    await member.ask(204, 'DELETE', `/api/requests/endpoint/${partly}?through=${ids[0]}`);
  }
  await send(url, whole, { body: 'after the clear' });
}
