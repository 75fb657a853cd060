import type { EndpointSettings } from '../contract/types.ts';
import type { Answer } from '../http/answer.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

/** Settings with their version, which is another one after every change, also of a secret alone. */
export interface VersionedSettings {
  settings: EndpointSettings;
  /** `undefined` if the service tells none. */
  version: string | undefined;
}

/** The settings of one endpoint: what it answers. All these calls take a session or an API key. */
export class SettingsCalls {
  readonly #caller: Caller;
  readonly #path: { token: string };

  constructor(caller: Caller, token: string) {
    this.#caller = caller;
    this.#path = { token };
  }

  /**
   * The settings; `{}` if there are none.
   * @throws {HookwellError} 404 if the token is unknown
   */
  get(options?: CallOptions): Promise<EndpointSettings> {
    return this.#caller.json('getSettings', { path: this.#path }, options);
  }

  /**
   * Replaces all settings, and gives them as they are now. They count for every request that arrives afterwards.
   * @throws {HookwellError} 400 with the wrong place (`replies[2].plan[0]`), 404 if the token is unknown
   */
  put(settings: EndpointSettings, options?: CallOptions): Promise<EndpointSettings> {
    return this.#caller.json('putSettings', { path: this.#path, body: settings }, options);
  }

  /** Does what `get` does, and gives the version as well. */
  getVersioned(options?: CallOptions): Promise<VersionedSettings> {
    return this.#caller.read('getSettings', { path: this.#path }, options, versioned);
  }

  /** Does what `put` does, and gives the version as well: that from before if nothing has changed. */
  putVersioned(settings: EndpointSettings, options?: CallOptions): Promise<VersionedSettings> {
    const input = { path: this.#path, body: settings };
    return this.#caller.read('putSettings', input, options, versioned);
  }

  /**
   * Removes the settings: from then on every request is acknowledged.
   * @throws {HookwellError} 404 if the token is unknown
   */
  delete(options?: CallOptions): Promise<void> {
    return this.#caller.empty('deleteSettings', { path: this.#path }, options);
  }
}

async function versioned(answer: Answer): Promise<VersionedSettings> {
  // The contract gives the type of the answer, which is not checked again.
  const settings = (await answer.json()) as EndpointSettings;
  return { settings, version: answer.headers.get('etag') ?? undefined };
}
