import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import type { HookwellClient } from '@hookwell/client';
import { errorMessage } from '@hookwell/core/api/error-message';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { quotedWord, visible } from '../output/text.ts';

/** The most ids that are listed at the end. */
const mostListedIds = 100;

/** The requests that one run of a command could not forward, kept for `hookwell replay --failed` and listed at its end. */
export class FailureLog {
  readonly #kept: FailedRequests;
  readonly #route: FailedRoute;
  readonly #world: Pick<Surroundings, 'note'>;
  readonly #ids: number[] = [];
  #count = 0;
  #isKept = true;
  #lastLeft = 0;

  constructor(world: Pick<Surroundings, 'environment' | 'note'>, route: FailedRoute) {
    this.#kept = new FailedRequests(world.environment, route);
    this.#route = route;
    this.#world = world;
  }

  /** Notes the outcome of one request. Forwarding goes on if it cannot be written; one note says so. */
  async note(request: { id: number; endpointId: number }, isRefused: boolean): Promise<void> {
    if (isRefused) {
      this.#count += 1;
      if (this.#ids.length < mostListedIds) this.#ids.push(request.id);
    }
    if (!this.#isKept) return;
    try {
      await this.#kept.note(request, isRefused);
    } catch (error) {
      this.#isKept = false;
      const reason = errorMessage(error);
      this.#world.note(
        `hookwell: Cannot keep failed requests for "replay --failed": ${visible(reason)}`,
      );
    }
  }

  /** Notes a request that was never sent, because the command ended before its turn. */
  async left(request: { id: number; endpointId: number }): Promise<void> {
    this.#lastLeft = Math.max(this.#lastLeft, request.id);
    await this.note(request, true);
  }

  /** Lists the failed requests at the end; gives the words of the command that sends them again, if they are kept. */
  tell(): string | undefined {
    if (this.#count === 0) return undefined;
    const others = this.#count - this.#ids.length;
    const more = others === 0 ? '' : ` and ${others} more`;
    const requests = counted(this.#count, 'request');
    this.#world.note(`The target did not take ${requests}: ${this.#ids.join(' ')}${more}`);
    if (this.#lastLeft > 0) {
      this.#world.note(
        `Requests after ${this.#lastLeft} were not read: "--since ${this.#lastLeft}" begins there`,
      );
    }
    if (!this.#isKept) return undefined;
    const { target, address } = this.#route;
    return `hookwell replay --failed --to ${quotedWord(target.href)} --url ${quotedWord(address)}`;
  }
}

/** The service that requests come from, and the target that they are forwarded to. */
export interface FailedRoute {
  /** The address of the service. */
  address: string;
  target: URL;
}

/**
 * The ids of captured requests that a target did not take, on disk: one empty file for each, in a folder for
 * each service, endpoint and target, which a file in it names. So several commands may add and remove ids at once, and be killed meanwhile.
 */
export class FailedRequests {
  readonly #folder: string;
  readonly #target: URL;
  /** The ids by endpoint, as far as this command has read them. */
  readonly #known = new Map<number, Promise<Set<number>>>();

  constructor(environment: Surroundings['environment'], { address, target }: FailedRoute) {
    this.#folder = serviceFolder(environment, address);
    this.#target = target;
  }

  /**
   * Notes the outcome of one request.
   * @throws {Error} of the system, if it cannot be written
   */
  async note(request: { id: number; endpointId: number }, isRefused: boolean): Promise<void> {
    const { id, endpointId } = request;
    const known = await this.#of(endpointId);
    if (isRefused === known.has(id)) return;
    const folder = this.#folderOf(endpointId);
    if (isRefused) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, targetFile), this.#target.href);
      await writeFile(join(folder, String(id)), '');
      known.add(id);
    } else {
      await rm(join(folder, String(id)), { force: true });
      known.delete(id);
    }
  }

  /** The ids of an endpoint, oldest first. */
  async ids(endpointId: number): Promise<number[]> {
    return [...(await this.#of(endpointId))].sort((one, other) => one - other);
  }

  #of(endpointId: number): Promise<Set<number>> {
    const known = this.#known.get(endpointId) ?? this.#read(endpointId);
    this.#known.set(endpointId, known);
    return known;
  }

  async #read(endpointId: number): Promise<Set<number>> {
    return new Set(await idsIn(this.#folderOf(endpointId)));
  }

  #folderOf(endpointId: number): string {
    return join(this.#folder, String(endpointId), nameOf(this.#target.href));
  }
}

/** The targets that did not take requests of these endpoints, with the number of these requests. */
async function failedTargets(
  environment: Surroundings['environment'],
  address: string,
  endpointIds: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const id of endpointIds) {
    const folder = join(serviceFolder(environment, address), String(id));
    for (const name of await namesIn(folder)) {
      const { length } = await idsIn(join(folder, name));
      if (length === 0) continue;
      const target = await readFile(join(folder, name, targetFile), 'utf8');
      counts.set(target, (counts.get(target) ?? 0) + length);
    }
  }
  return counts;
}

/** The file that names the target of a folder. */
const targetFile = 'target';

function serviceFolder(environment: Surroundings['environment'], address: string): string {
  return join(stateFolder(environment), 'hookwell', 'failed', nameOf(address));
}

async function idsIn(folder: string): Promise<number[]> {
  return (await namesIn(folder)).filter((name) => /^[1-9]\d*$/.test(name)).map(Number);
}

/** Without the folder there are none. */
async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

/** The name of a folder for an address, which may be long and have characters that no file name may have. */
function nameOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 32);
}

/** The folder of the XDG Base Directory Specification, and the usual one on Windows. */
function stateFolder(environment: Surroundings['environment']): string {
  if (environment.XDG_STATE_HOME?.startsWith('/')) return environment.XDG_STATE_HOME;
  const { LOCALAPPDATA } = environment;
  if (platform() === 'win32' && LOCALAPPDATA) return LOCALAPPDATA;
  return join(environment.HOME || homedir(), '.local', 'state');
}

/**
 * The target whose failed requests are sent again: the one that is sent to, else the only one of which some are known. Its
 * address may be spelled in another way, or it may have moved.
 * @param to the target to send to, if it is given
 * @throws {CommandFailure} that lists the known targets if none of them is meant
 */
export async function failedTarget(
  to: URL | undefined,
  { client, address }: { client: HookwellClient; address: string },
  { environment, note }: Pick<Surroundings, 'environment' | 'note'>,
): Promise<URL> {
  const endpoints = await client.endpoints.list();
  const ids = endpoints.map(({ id }) => id);
  const known = await failedTargets(environment, address, ids);
  if (to !== undefined && known.has(to.href)) return to;
  const respelled = [...known.keys()].filter(
    (target) => to !== undefined && inOneSpelling(target) === inOneSpelling(to.href),
  );
  const [other] = respelled;
  if (other !== undefined && respelled.length === 1) return new URL(other);
  const [only] = known.keys();
  if (only !== undefined && known.size === 1) {
    if (to !== undefined) note(`Sending what ${visible(only)} did not take`);
    return new URL(only);
  }
  const lines = [...known].map(
    ([target, count]) => `${visible(target)} (${counted(count, 'request')})`,
  );
  const nothing = `Nothing is known that ${to === undefined ? 'a target' : visible(to.href)} did not take`;
  const several = `${to === undefined ? 'Several targets did not take requests' : nothing}: name one with --to, ${lines.join(', ')}`;
  throw new CommandFailure(lines.length === 0 ? nothing : several, {
    exitCode: exitCodes.noMatch,
  });
}

/** The address with one of the names of this machine, which has three. */
function inOneSpelling(address: string): string {
  const url = new URL(address);
  if (['127.0.0.1', '[::1]'].includes(url.hostname)) url.hostname = 'localhost';
  return url.href;
}
