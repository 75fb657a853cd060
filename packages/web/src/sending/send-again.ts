import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { percentEncodedBytes } from '@hookwell/client/copying';
import { targetParts } from '../request/request-parts.ts';
import { wireQuery } from '../request/request-queries.ts';
import { queryClient } from '../service/client.ts';
import { toast } from '../ui/toasts.tsx';
import { methodRefusalOf } from './browser-headers.ts';
import { sendTestRequest } from './send-test-request.ts';
import { headerRow } from './test-request.ts';

/**
 * Sends a captured request to a receive URL again, byte for byte where the browser allows it. A message says what was answered, and
 * what arrived in another form.
 * @returns the id of the new captured request
 * @throws {Error} if nothing was captured
 */
export async function sendAgain(
  { id: original, method }: CapturedRequestSummary,
  body: Uint8Array<ArrayBuffer>,
  receiveUrl: string,
): Promise<number | undefined> {
  const refusal = methodRefusalOf(method);
  if (refusal !== undefined) throw new Error(refusal);
  const wire = await queryClient.fetchQuery(wireQuery(original));
  const headers = wire.headers.map(([name, value]) => headerRow(name, value));
  const again = { method, suffix: percentEncodedBytes(suffixOf(wire)), headers, body };
  const { id, status, isStored, message } = await sendTestRequest(receiveUrl, again);
  if (!isStored) throw new Error(`${status} ${message}`);
  const arrived = id === undefined ? undefined : await wireAgain(id);
  toast({
    text: [
      `Sent again${id === undefined ? '' : ` as #${id}`}, answered with ${status}.`,
      ...(arrived === undefined ? [] : differences(wire, arrived)),
    ].join(' '),
    durationMs: 8000,
  });
  return id;
}

/** What arrived. A sentence less is said if it cannot be read, since the request itself is there. */
async function wireAgain(id: number): Promise<CapturedRequestWire | undefined> {
  return await queryClient.fetchQuery(wireQuery(id)).catch(() => undefined);
}

/** Headers that each connection has of its own. Nobody expects them again. */
const ofConnection = /^(host|content-length|connection|transfer-encoding|keep-alive|te)$/i;
const mostNames = 4;

/** What is other in a request that was sent again, in sentences. */
export function differences(sent: CapturedRequestWire, arrived: CapturedRequestWire): string[] {
  const [before, after] = [valuesByName(sent), valuesByName(arrived)];
  const others = namesIn(before, (name, value) => after.get(name)?.value !== value);
  const added = namesIn(after, (name) => !before.has(name));
  return [
    ...(others === '' ? [] : [`The browser left out or changed: ${others}.`]),
    ...(added === '' ? [] : [`The browser added: ${added}.`]),
    ...(sent.droppedHeaders > 0 ? ['X- headers were not stored, so they were not sent.'] : []),
    ...(suffixOf(sent) === suffixOf(arrived)
      ? []
      : ['The browser wrote the path or query in another way.']),
    ...(sent.bodySize > arrived.bodySize ? ['The body was not sent.'] : []),
  ];
}

/** The names of these headers as a list, the first ones of many. */
function namesIn(
  headers: ReturnType<typeof valuesByName>,
  isNamed: (lowerName: string, value: string) => boolean,
): string {
  const names = [...headers]
    .filter(([name, { value }]) => !ofConnection.test(name) && isNamed(name, value))
    .map(([, { name }]) => name);
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function suffixOf({ target }: CapturedRequestWire): string {
  const { path, query } = targetParts(target);
  return path + query;
}

/** The headers by name. The values of one name are one, as browsers send them. */
function valuesByName({ headers }: CapturedRequestWire) {
  const byName = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return new Map(
    [...byName].map(([key, all]) => {
      const value = all.map(([, each]) => each).join(', ');
      return [key, { name: all[0]?.[0] ?? key, value }];
    }),
  );
}
