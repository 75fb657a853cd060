import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { errorMessage } from '../../packages/core/src/api/error-message.ts';
import { freePort } from '../../packages/server/test/postgres/free-port.ts';

export const root = join(import.meta.dirname, '../..');
/** The image that is built, or another that is there already. */
export const image = process.env.HOOKWELL_TEST_IMAGE || 'docker.io/library/hookwell';
export const environment = {
  ...process.env,
  CONTAINERS_CONF: join(import.meta.dirname, 'containers.conf'),
};

/** As a service should run: it may write to its volume and to /tmp, and has no rights beyond that. */
export const confined = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
  ...['--security-opt', 'no-new-privileges', '--memory', '2g'],
];

/**
 * Runs Podman to its end and gives its output.
 * @throws {Error} with its complaint if it fails
 */
export async function podman(...words: string[]): Promise<string> {
  return await run('podman', words, environment);
}

export async function run(
  program: string,
  words: string[],
  env: NodeJS.ProcessEnv,
  folder = root,
): Promise<string> {
  const child = spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${code}\n${output}${errors}`);
  return output;
}

export interface Container extends AsyncDisposable {
  name: string;
  /** The address at which this machine reaches it. */
  url: string;
  /** A command inside of it. */
  exec(...words: string[]): Promise<string>;
  inspect(format: string): Promise<string>;
}

/** The last output of a container, on either stream. */
function logOf(name: string): string {
  const words = ['logs', '--tail', '200', name];
  const { stdout, stderr } = spawnSync('podman', words, { env: environment, encoding: 'utf8' });
  return `The log of ${name}:\n${stdout}${stderr}`;
}

async function remove(name: string): Promise<void> {
  await podman('rm', '--force', '--time', '1', '--volumes', name);
}

/** Removes a container at the end of the test; its log is shown if the test failed. */
export function removeAfterTest(name: string): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(logOf(name));
    await remove(name);
  });
}

/**
 * Starts the image, and waits until it can store.
 * @throws {Error} with its log if it cannot
 */
export async function startContainer(name: string, ...options: string[]): Promise<Container> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const publish = ['--publish', `127.0.0.1:${port}:8080`];
  try {
    await podman('run', '--detach', '--name', name, ...publish, ...confined, ...options, image);
    await isReady(url);
  } catch (error) {
    const log = logOf(name);
    await remove(name);
    throw new Error(`${errorMessage(error)}\n${log}`, { cause: error });
  }
  return {
    name,
    url,
    exec: (...words) => podman('exec', name, ...words),
    inspect: async (format) => (await podman('inspect', '--format', format, name)).trim(),
    [Symbol.asyncDispose]: () => remove(name),
  };
}

export async function isReady(url: string): Promise<void> {
  const ends = performance.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (performance.now() > ends) throw new Error(`${url} does not become ready`);
    await sleep(100);
  }
}

export interface Owner {
  token: string;
  /** Its credential. */
  headers: Record<string, string>;
}

/** A guest's endpoint. */
export async function startGuest(url: string): Promise<Owner> {
  const answer = await fetch(`${url}/api/auth/guest`, { method: 'POST' });
  const headers = { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  const made = await fetch(`${url}/api/endpoints`, { method: 'POST', headers });
  const { token } = (await made.json()) as { token: string };
  return { token, headers };
}

/** The bodies that are stored, newest first. */
export async function storedBodies(url: string, { token, headers }: Owner): Promise<string[]> {
  const bodies: string[] = [];
  let next: string | undefined = `${url}/api/requests/endpoint/${token}?limit=100`;
  while (next !== undefined) {
    const answer: Response = await fetch(next, { headers });
    const list = (await answer.json()) as { body: { raw: string } }[];
    bodies.push(...list.map(({ body }) => body.raw));
    const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    next = link === undefined ? undefined : new URL(link, url).href.replace(/^\w+:\/\/[^/]+/, url);
  }
  return bodies;
}
