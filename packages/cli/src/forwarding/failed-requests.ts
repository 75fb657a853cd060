import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import type { Surroundings } from '../command-line/command.ts';

/** The service that requests come from, and the target that they are forwarded to. */
export interface Route {
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

  constructor(environment: Surroundings['environment'], { address, target }: Route) {
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
export async function failedTargets(
  environment: Surroundings['environment'],
  address: string,
  endpointIds: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const id of endpointIds) {
    const folder = join(serviceFolder(environment, address), String(id));
    for (const name of await namesIn(folder)) {
      // An earlier version of the command wrote no such file.
      const target = await readFile(join(folder, name, targetFile), 'utf8').catch(() => undefined);
      const { length } = await idsIn(join(folder, name));
      if (target === undefined || !URL.canParse(target) || length === 0) continue;
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
