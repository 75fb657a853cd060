import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import {
  type Container,
  type Owner,
  podman,
  removeAfterTest,
  root,
  startContainer,
  storedBodies,
} from './podman.ts';
import { startProxy } from './proxy.ts';

/** The proxy goes on sending for so long to a pod that was told to go. */
const newsTakesMs = 1000;

const text = readFileSync(join(root, 'deploy/kubernetes/hookwell.yaml'), 'utf8');
const [deployment] = parseAllDocuments(text).map((document) => document.toJS());
const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec;
const pauseSeconds: number = containers[0].lifecycle.preStop.sleep.seconds;

test('an update as Kubernetes makes it loses no capture, and none is refused', async () => {
  const update = await startUpdate(pauseSeconds);
  expect(update.refused).toEqual([]);
  expect(update.stored.toSorted()).toEqual(update.acknowledged.toSorted());
  expect(update.acknowledged.length).toBeGreaterThan(500);
  console.log(`${update.acknowledged.length} captures while two nodes were replaced.`);
});

test('without the pause before the signal senders are refused', async () => {
  const update = await startUpdate(0);
  expect(update.refused.length).toBeGreaterThan(0);
  // Even so nothing that was acknowledged is lost.
  const stored = new Set(update.stored);
  expect(update.acknowledged.filter((body) => !stored.has(body))).toEqual([]);
});

interface Update {
  acknowledged: string[];
  refused: string[];
  stored: string[];
}

/** Two nodes are replaced under load, first a new one, then an old one goes, as `maxSurge: 1` has it. */
async function startUpdate(pause: number): Promise<Update> {
  const database = await startDatabase();
  const proxy = await startProxy();
  onTestFinished(() => proxy.close());
  const startNode = async (name: string): Promise<Container> => {
    const options = [
      '--network',
      database.network,
      '--env',
      `HOOKWELL_DATABASE_URL=${database.url}`,
    ];
    const node = await startContainer(`hookwell-update-${name}`, ...options);
    removeAfterTest(node.name);
    proxy.add(node.url);
    return node;
  };
  const stopNode = async (node: Container): Promise<void> => {
    const news = sleep(newsTakesMs).then(() => proxy.remove(node.url));
    await sleep(pause * 1000);
    const left = terminationGracePeriodSeconds - pause;
    await podman('stop', '--time', String(left), node.name);
    expect(await node.inspect('{{.State.ExitCode}}')).toBe('0');
    await news;
  };

  const old = [await startNode('one'), await startNode('two')];
  const owner = await createOwner(old[0] as Container);
  const load = startLoad(proxy.url, owner);
  let last = old[1] as Container;
  for (const [index, node] of old.entries()) {
    last = await startNode(`new-${index}`);
    await stopNode(node);
  }
  const sent = await load.stop();
  return { ...sent, stored: await storedBodies(last.url, owner) };
}

/** PostgreSQL in a network of its own. */
async function startDatabase(): Promise<{ network: string; url: string }> {
  const network = 'hookwell-update';
  const name = 'hookwell-update-postgres';
  await podman('network', 'create', network);
  onTestFinished(async () => {
    await podman('network', 'rm', '--force', network);
  });
  const settings = { USER: 'hookwell', DB: 'hookwell', PASSWORD: 'secret' };
  const environment = Object.entries(settings).flatMap(([key, value]) => [
    '--env',
    `POSTGRES_${key}=${value}`,
  ]);
  await podman(
    ...['run', '--detach', '--name', name, '--network', network, ...environment],
    'docker.io/library/postgres:18',
  );
  removeAfterTest(name);
  const isThere = ['exec', name, 'pg_isready', '--host=127.0.0.1', '--username=hookwell'];
  await expect
    .poll(() => podman(...isThere).catch(() => ''), { timeout: 60_000 })
    .toContain('accepting');
  return { network, url: `postgres://hookwell:secret@${name}:5432/hookwell` };
}

/** An account whose endpoints keep all that the load sends. */
async function createOwner(node: Container): Promise<Owner> {
  await node.exec(...'hookwell account create --email a@example.com --plan enterprise'.split(' '));
  const key = await node.exec(
    ...'hookwell key create --email a@example.com --name load'.split(' '),
  );
  const headers = { authorization: `Bearer ${key.trim()}` };
  const made = await fetch(`${node.url}/api/endpoints`, { method: 'POST', headers });
  const { token } = (await made.json()) as { token: string };
  return { token, headers };
}

/** Eight senders that send one capture after the other. */
function startLoad(url: string, { token }: Owner) {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  let stopped = false;
  const sender = async (name: number): Promise<void> => {
    for (let count = 0; !stopped; count += 1) {
      const body = `${name}-${count}`;
      const answer = await fetch(`${url}/wh/${token}`, { method: 'POST', body });
      if (answer.status === 200) acknowledged.push(body);
      else refused.push(`${body}: ${answer.status} ${await answer.text()}`);
      await sleep(20);
    }
  };
  const senders = Array.from({ length: 8 }, (_, name) => sender(name));
  return {
    async stop() {
      stopped = true;
      await Promise.all(senders);
      return { acknowledged, refused };
    },
  };
}
