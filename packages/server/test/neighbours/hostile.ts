import { request as httpRequest } from 'node:http';

/** One way to make a service slow, large or stuck for others, with nothing but what any guest can get. */
export interface Hostile {
  /** The attack in words, used as the name of a test. */
  name: string;
  /** Settings of the server that is attacked. */
  environment?: Readonly<Record<string, string>>;
  /** The number of descriptors that the server may have open; the machine's own limit if it is not set. */
  descriptors?: number;
  /** Whether the kind of database matters: `each` is tried on both kinds, `postgres` on PostgreSQL alone. */
  store: 'any' | 'each' | 'postgres';
  /** The attacks that this one is made of, each a hostile neighbour by itself. */
  parts?: readonly Hostile[];
  /** Resolves once the attack is under way; the attack goes on until its process ends. */
  attack(target: Target): Promise<void>;
}

/** Several attacks at the same time, by guests beside one another. */
export function together(...parts: readonly Hostile[]): Hostile {
  return {
    name: parts.map(({ name }) => name).join('; '),
    store: parts.some(({ store }) => store === 'each') ? 'each' : 'any',
    parts,
    attack: async (target) => {
      await Promise.all(parts.map((part) => part.attack(target)));
    },
  };
}

/** Those of the neighbours that are tried on this kind of database. */
export function triedOn(
  store: 'sqlite' | 'postgres',
  hostiles: readonly Hostile[],
): readonly Hostile[] {
  const tried = store === 'sqlite' ? ['any', 'each'] : ['each', 'postgres'];
  return hostiles.filter((hostile) => tried.includes(hostile.store));
}

/** The service under attack. */
export interface Target {
  url: string;
  databaseUrl: string;
  /** The address of hostile neighbours, so that they do not share the neighbour's; undefined if the machine has none. */
  localAddress: string | undefined;
}

/** Linux answers for the whole network 127.0.0.0/8; on other systems every caller comes from one address. */
export const hostileAddress = process.platform === 'linux' ? '127.0.0.2' : undefined;

/** The target of a call, and the address that it comes from. */
export type Way = Pick<Target, 'url' | 'localAddress'>;

/**
 * The same service from another network, one of 200: guests of one network count as one, and may not be made without end.
 * If the machine has no further addresses, all of these are one.
 */
export function fromNetwork<Some extends Way>(way: Some, number: number): Some {
  if (way.localAddress === undefined) return way;
  return { ...way, localAddress: `127.0.1.${1 + (number % 200)}` };
}

/** A guest session with one endpoint. */
export interface Guest {
  cookie: string;
  token: string;
}

export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/** One call on a connection of its own, read to its end. Rejects if there was no whole answer. */
export function call(
  url: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: Uint8Array | string;
    localAddress?: string | undefined;
  } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body, localAddress } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method, headers, agent: false, localAddress },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0, headers: given } = response;
          resolve({ status: statusCode, headers: given, body: Buffer.concat(pieces) });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Starts a guest session and makes its endpoint. */
export async function becomeGuest({ url, localAddress }: Way): Promise<Guest> {
  const session = await call(`${url}/api/auth/guest`, { method: 'POST', localAddress });
  const cookie = session.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const created = await call(`${url}/api/endpoints`, {
    method: 'POST',
    headers: { cookie },
    localAddress,
  });
  const { token } = JSON.parse(created.body.toString());
  return { cookie, token };
}

/** One call of the API by a guest. */
export function callAs(
  { url, localAddress }: Way,
  { cookie }: Pick<Guest, 'cookie'>,
  method: string,
  path: string,
  body?: string,
): Promise<Answer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return call(`${url}${path}`, {
    method,
    headers: { cookie, ...json },
    ...(body !== undefined && { body }),
    localAddress,
  });
}

/** Puts settings of a guest's endpoint. Rejects if they are refused. */
export async function putSettings(way: Way, guest: Guest, settings: unknown): Promise<void> {
  const path = `/api/endpoints/${guest.token}/settings`;
  const { status, body } = await callAs(way, guest, 'PUT', path, JSON.stringify(settings));
  if (status !== 200) throw new Error(`the settings were answered ${status}: ${body}`);
}

/** So many guests of one network, whose endpoints have these settings, if any. Beside an attack they would wait, so they come before it. */
export async function becomeSeveral(
  target: Target,
  count: number,
  settings?: unknown,
): Promise<Guest[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const guest = await becomeGuest(target);
      if (settings !== undefined) await putSettings(target, guest, settings);
      return guest;
    }),
  );
}

/** One guest of each of so many networks, whose endpoint has these settings. */
export async function becomeGuests(
  target: Target,
  count: number,
  settings: unknown,
): Promise<{ from: Target; guest: Guest }[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const from = fromNetwork(target, number);
      const guest = await becomeGuest(from);
      await putSettings(from, guest, settings);
      return { from, guest };
    }),
  );
}

/** Sends one webhook and gives the status of its answer. */
export async function send(
  { url, localAddress }: Way,
  { token }: Guest,
  body: Uint8Array | string,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await call(`${url}/wh/${token}`, { method: 'POST', headers, body, localAddress });
  return answer.status;
}

/** Repeats an action in this number of loops side by side for as long as the process lives; failures do not end it. */
export function keepOn(sideBySide: number, once: () => Promise<unknown>): void {
  const loop = async (): Promise<void> => {
    for (;;) {
      try {
        await once();
      } catch {
        // A refusal or a cut connection is what an attack expects.
      }
      await pause(5);
    }
  };
  for (let count = 0; count < sideBySide; count += 1) void loop();
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
