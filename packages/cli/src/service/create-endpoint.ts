import type { CallOptions, CreatedEndpoint, HookwellClient } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { CommandFailure } from '../command-line/outcome.ts';
import { statusOf } from './service-failure.ts';

/**
 * A new endpoint.
 * @throws {CommandFailure} if the plan's limit is reached, with the number of the limit and a remedy
 */
export async function createEndpoint(
  client: HookwellClient,
  options: CallOptions = {},
): Promise<CreatedEndpoint> {
  try {
    return await client.endpoints.create(options);
  } catch (error) {
    const isRefused = statusOf(error) === 403 && errorMessage(error).startsWith('URL limit');
    if (!isRefused) throw error;
    const rooms = await roomsOf(client, options).catch(() => '');
    const remedy = '"hookwell endpoints delete TOKEN" makes room';
    throw new CommandFailure(`${errorMessage(error)}${rooms}: ${remedy}`, { cause: error });
  }
}

/**
 * A new endpoint that keeps X- headers.
 * @throws {CommandFailure} as `createEndpoint`
 */
export async function createKeepingEndpoint(
  client: HookwellClient,
  options: CallOptions = {},
): Promise<CreatedEndpoint> {
  const created = await createEndpoint(client, options);
  try {
    await client.endpoints.settings(created.token).put({ xHeaders: 'keep' }, options);
    return created;
  } catch (error) {
    // The user did not ask for an endpoint that drops them.
    await client.endpoints.delete(created.token);
    throw error;
  }
}

/** ` (free: 3 endpoints; plus: 25, enterprise: 250)`, the larger ones where they are sold. */
async function roomsOf(client: HookwellClient, options: CallOptions): Promise<string> {
  const [{ plan: own }, { plans, sellsPlans }] = await Promise.all([
    client.auth.me(options),
    client.service.get(options),
  ]);
  const room = plans.find(({ plan }) => plan === own)?.endpoints;
  if (room === undefined) return '';
  const better = sellsPlans ? plans.filter(({ endpoints }) => endpoints > room) : [];
  const others = better.map(({ plan, endpoints }) => `${plan}: ${endpoints}`).join(', ');
  return ` (${own}: ${room} endpoints${others === '' ? '' : `; ${others}`})`;
}
