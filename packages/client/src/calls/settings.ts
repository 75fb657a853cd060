import type { EndpointSettings } from '../contract/types.ts';
import type { Caller, CallOptions } from '../http/caller.ts';

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
  get(options?: CallOptions) {
    return this.#caller.json('getSettings', { path: this.#path }, options);
  }

  /**
   * Replaces all settings, and gives them as they are now. They count for every request that arrives afterwards.
   * @throws {HookwellError} 400 with the wrong place (`replies[2].plan[0]`), 404 if the token is unknown
   */
  put(settings: EndpointSettings, options?: CallOptions) {
    return this.#caller.json('putSettings', { path: this.#path, body: settings }, options);
  }

  /**
   * Removes the settings: from then on every request is acknowledged.
   * @throws {HookwellError} 404 if the token is unknown
   */
  delete(options?: CallOptions) {
    return this.#caller.empty('deleteSettings', { path: this.#path }, options);
  }
}
