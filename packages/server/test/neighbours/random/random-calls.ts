import type { Random } from '../../random.ts';
import { ask, closed } from '../hostile/sockets.ts';
import { callAs, type Guest, pause, putSettings, type Target } from '../hostile.ts';
import { randomMatch } from './random-match.ts';
import { randomSettings } from './random-settings.ts';

/** One random call of the API by a guest, which may be refused. */
export async function callAtRandom(random: Random, target: Target, guest: Guest): Promise<void> {
  const { token } = guest;
  const ofApi = (method: string, path: string) => callAs(target, guest, method, path);
  const list = random.pick(['/api/requests', `/api/requests/endpoint/${token}`]);
  await random.pick([
    () => ofApi('GET', `${list}?${randomView(random)}`),
    () => ofApi('GET', `${list}?${randomView(random)}`),
    () => stream(random, target, guest),
    () => stream(random, target, guest),
    () => putSettings(target, guest, randomSettings(random)),
    () => ofApi('GET', `/api/endpoints/${token}/settings`),
    () => ofApi('GET', `/api/endpoints/${token}/deliveries?limit=${1 + random.size(999)}`),
    () => ofApi('GET', `/api/endpoints/${token}/events`),
    () => ofApi('GET', `/api/endpoints/${token}/schema?${randomSamples(random)}`),
    () => ofApi('GET', '/api/usage'),
    () => readOne(random, target, guest),
    () => anotherEndpoint(target, guest),
    async () => {
      if (random.chance(0.2)) await ofApi('DELETE', list);
    },
  ])();
}

function randomSamples(random: Random): string {
  return [
    ...(random.chance(0.3) ? [`match=${encodeURIComponent(randomMatch(random, 8, 62))}`] : []),
    ...(random.chance(0.3) ? [`event=${random.pick(['', 'paid', 'a.b'])}`] : []),
    ...(random.chance(0.7) ? [`limit=${1 + random.size(9999)}`] : []),
  ].join('&');
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

async function readOne(random: Random, target: Target, guest: Guest): Promise<void> {
  const list = `/api/requests/endpoint/${guest.token}?limit=20&view=summary`;
  const { body } = await callAs(target, guest, 'GET', list);
  const ids = [...body.toString().matchAll(/"id":(\d+)/g)].map(([, id]) => id);
  const id = ids[random.below(ids.length)];
  if (id === undefined) return;
  const part = random.pick(['', '/body', '/wire']);
  await callAs(target, guest, 'GET', `/api/requests/${id}${part}`);
}

/** Makes an endpoint and deletes it. */
async function anotherEndpoint(target: Target, guest: Guest): Promise<void> {
  const made = await callAs(target, guest, 'POST', '/api/endpoints');
  const { token } = JSON.parse(made.body.toString());
  await callAs(target, guest, 'DELETE', `/api/endpoints/${token}`);
}
