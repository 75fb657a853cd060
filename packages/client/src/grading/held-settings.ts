import type { SettingsCalls } from '../calls/endpoints.ts';
import type { EndpointSettings } from '../contract/types.ts';
import { isNotFound } from '../http/error.ts';
import type { Grade } from './grade.ts';
import { isSameDocument } from './same-document.ts';

/**
 * The state of an endpoint's settings: `set` to those of a grade, `restored` to those from before, or found
 * `changed` by somebody else meanwhile, and left so.
 */
export type SettingsState = 'set' | 'restored' | 'changed';

/** The settings of an endpoint could not be put back after a grade: it still answers by the plan of the grade. */
export class RestoreError extends Error {
  static {
    RestoreError.prototype.name = 'RestoreError';
  }

  /** The settings from before the grade; `{}` if there were none. */
  readonly settings: EndpointSettings;
  /** The grade, unless it failed as well. */
  readonly grade: Grade | undefined;

  constructor(settings: EndpointSettings, grade: Grade | undefined, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The settings of the endpoint could not be restored: ${reason}`, { cause });
    this.settings = settings;
    this.grade = grade;
  }
}

/** A grade waits for a service that is away at its end: this many repeats take about half a minute. */
const restoring = { retries: 6, timeout: 10_000 } as const;

/** The settings of an endpoint while a grade has its own in their place. */
export class HeldSettings {
  readonly before: EndpointSettings;
  readonly #calls: SettingsCalls;
  readonly #wanted: EndpointSettings;
  /** The grade's settings as the service wrote them down. */
  #stored: EndpointSettings | undefined;

  constructor(calls: SettingsCalls, before: EndpointSettings, wanted: EndpointSettings) {
    this.#calls = calls;
    this.before = before;
    this.#wanted = wanted;
  }

  /**
   * Sets those of the grade: attempts are counted anew. It takes no signal: a call that was given up half-way could
   * still change the settings after they were restored.
   */
  async set(): Promise<void> {
    // An earlier grade that was killed left the same settings behind: only others begin to count anew.
    if (isSameDocument(this.before, this.#wanted)) await this.#calls.delete();
    this.#stored = await this.#calls.put(this.#wanted);
  }

  /**
   * Puts the settings from before back, unless somebody else has changed them since. The endpoint may be gone.
   * @throws {HookwellError} if the service does not take them
   */
  async restore(): Promise<SettingsState> {
    try {
      const now = await this.#calls.get(restoring);
      // Without stored ones, `set` may have been stopped between its two calls.
      const ours = [this.before, this.#wanted, this.#stored ?? {}];
      if (!ours.some((settings) => isSameDocument(now, settings))) return 'changed';
      if (Object.keys(this.before).length === 0) await this.#calls.delete(restoring);
      else await this.#calls.put(this.before, restoring);
      return 'restored';
    } catch (error) {
      if (isNotFound(error)) return 'changed';
      throw error;
    }
  }
}
