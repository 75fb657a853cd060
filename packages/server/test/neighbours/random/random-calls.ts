import { ask, closed } from '../hostile/sockets.ts';
import { call, type Guest, pause, putSettings, type Target } from '../hostile.ts';
import type { Random } from './random.ts';
import { randomMatch } from './random-match.ts';
import { randomSettings } from './random-settings.ts';

/** One random call of the API by a guest, which may be refused. */
export async function callAtRandom(random: Random, target: Target, guest: Guest): Promise<void> {
  const { url, localAddress } = target;
  const { token } = guest;
  const headers = { cookie: guest.cookie };
  const ofApi = async (method: string, path: string) => {
    await call(`${url}${path}`, { method, headers, localAddress });
  };
  const list = random.pick(['/api/requests', `/api/requests/endpoint/${token}`]);
  await random.pick([
    () => ofApi('GET', `${list}?${randomView(random)}`),
    () => ofApi('GET', `${list}?${randomView(random)}`),
    () => stream(random, target, guest),
    () => stream(random, target, guest),
    () => putSettings(target, guest, randomSettings(random)),
    () => ofApi('GET', `/api/endpoints/${token}/settings`),
    () => ofApi('GET', `/api/endpoints/${token}/deliveries?limit=${1 + random.size(999)}`),
    () => ofApi('GET', '/api/usage'),
    () => readOne(random, target, guest),
    () => anotherEndpoint(target, guest),
    async () => {
      if (random.chance(0.2)) await ofApi('DELETE', list);
    },
  ])();
}

function randomView(random: Random): string {
  const match = encodeURIComponent(randomMatch(random, 64, 62));
  return [
    ...(random.chance(0.7) ? [`match=${match}`] : []),
    ...(random.chance(0.7) ? [`limit=${1 + random.size(999)}`] : []),
    ...(random.chance(0.3) ? ['view=summary'] : []),
  ].join('&');
}

/** Follows a live stream for up to two seconds, and reads it or not. */
async function stream(random: Random, target: Target, { cookie }: Guest): Promise<void> {
  const path = `/api/sse?${randomView(random).replace(/&?limit=\d+/, '')}`;
  const socket = await ask(target, `GET ${path} HTTP/1.1\r\nCookie: ${cookie}`);
  if (random.chance(0.7)) socket.resume();
  await Promise.race([closed(socket), pause(random.below(2000))]);
  socket.destroy();
}

async function readOne(random: Random, target: Target, { cookie, token }: Guest): Promise<void> {
  const { url, localAddress } = target;
  const options = { headers: { cookie }, localAddress };
  const { body } = await call(
    `${url}/api/requests/endpoint/${token}?limit=20&view=summary`,
    options,
  );
  const ids = [...body.toString().matchAll(/"id":(\d+)/g)].map(([, id]) => id);
  const id = ids[random.below(ids.length)];
  if (id === undefined) return;
  await call(`${url}/api/requests/${id}${random.pick(['', '/body', '/wire'])}`, options);
}

/** Makes an endpoint and deletes it. */
async function anotherEndpoint({ url, localAddress }: Target, { cookie }: Guest): Promise<void> {
  const headers = { cookie };
  const made = await call(`${url}/api/endpoints`, { method: 'POST', headers, localAddress });
  const { token } = JSON.parse(made.body.toString());
  await call(`${url}/api/endpoints/${token}`, { method: 'DELETE', headers, localAddress });
}
