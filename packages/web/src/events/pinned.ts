import type { EndpointContract, JsonSchema } from '@hookwell/client';

/** What is pinned for an event, which may be called as a member of every object is. */
export function pinnedFor(
  contract: EndpointContract | undefined,
  event: string | undefined,
): JsonSchema | undefined {
  if (contract === undefined || event === undefined) return undefined;
  return Object.hasOwn(contract.events, event) ? contract.events[event] : undefined;
}

/** A contract with another schema for an event, or with none. */
export function contractOf(
  { events }: EndpointContract,
  event: string,
  schema: JsonSchema | undefined,
): EndpointContract {
  const others = Object.entries(events).filter(([name]) => name !== event);
  return {
    events: Object.fromEntries(schema === undefined ? others : [...others, [event, schema]]),
  };
}
