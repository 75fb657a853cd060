import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import type { Surroundings } from '../command-line/command.ts';

/** From where to where requests are forwarded. */
export interface Route {
  /** Of the service. */
  address: string;
  target: URL;
}

/**
 * The ids of captured requests that a target did not take, on disk: one empty file each, in a folder for each
 * service, endpoint and target. Several commands may add and remove at once, and be killed meanwhile.
 */
export class FailedRequests {
  readonly #folder: string;
  readonly #target: string;
  /** Those of each endpoint that was asked about, as this command knows them. */
  readonly #known = new Map<number, Promise<Set<number>>>();

  constructor(environment: Surroundings['environment'], { address, target }: Route) {
    this.#folder = join(stateFolder(environment), 'hookwell', 'failed', nameOf(address));
    this.#target = nameOf(target.href);
  }

  /** Notes what became of one. @throws the system's error where it cannot be written */
  async note(request: { id: number; endpointId: number }, isRefused: boolean): Promise<void> {
    const { id, endpointId } = request;
    const known = await this.#of(endpointId);
    if (isRefused === known.has(id)) return;
    const folder = this.#folderOf(endpointId);
    if (isRefused) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, String(id)), '');
      known.add(id);
    } else {
      await rm(join(folder, String(id)), { force: true });
      known.delete(id);
    }
  }

  /** Those of an endpoint, oldest first. */
  async ids(endpointId: number): Promise<number[]> {
    return [...(await this.#of(endpointId))].sort((one, other) => one - other);
  }

  #of(endpointId: number): Promise<Set<number>> {
    const known = this.#known.get(endpointId) ?? this.#read(endpointId);
    this.#known.set(endpointId, known);
    return known;
  }

  async #read(endpointId: number): Promise<Set<number>> {
    // None where there is no such folder.
    const names = await readdir(this.#folderOf(endpointId)).catch((): string[] => []);
    return new Set(names.filter((name) => /^[1-9]\d*$/.test(name)).map(Number));
  }

  #folderOf(endpointId: number): string {
    return join(this.#folder, String(endpointId), this.#target);
  }
}

/** Addresses may be long, and have in them what no name of a file may have. */
function nameOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 32);
}

/** As the XDG Base Directory Specification has it, and as people expect it on Windows. */
function stateFolder(environment: Surroundings['environment']): string {
  if (environment.XDG_STATE_HOME?.startsWith('/')) return environment.XDG_STATE_HOME;
  const { LOCALAPPDATA } = environment;
  if (platform() === 'win32' && LOCALAPPDATA) return LOCALAPPDATA;
  return join(environment.HOME || homedir(), '.local', 'state');
}
