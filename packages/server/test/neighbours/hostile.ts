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
  /** Resolves once the attack is under way; the attack goes on until its process ends. */
  attack(target: Target): Promise<void>;
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
export async function becomeGuest({ url, localAddress }: Target): Promise<Guest> {
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

/** Sends one webhook and gives the status of its answer. */
export async function send(
  { url, localAddress }: Target,
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
