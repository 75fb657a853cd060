import type { EndpointSettings } from '../contract/types.ts';
import type { Answer } from '../http/answer.ts';
import type { CallOptions } from '../http/caller.ts';
import type { SettingsCalls } from './settings.ts';

// Functions and no methods: whoever does without versions, such as a page, does without their code.

/** Settings with their version, which is another one after every change, also of a secret alone. */
export interface VersionedSettings {
  settings: EndpointSettings;
  /** `undefined` if the service tells none. */
  version: string | undefined;
}

/** Does what `calls.get` does, and gives the version as well. */
export function getVersionedSettings(
  calls: SettingsCalls,
  options?: CallOptions,
): Promise<VersionedSettings> {
  const { caller, path } = internals(calls);
  return caller.read('getSettings', { path }, options, versioned);
}

/** Does what `calls.put` does, and gives the version as well: that from before if nothing has changed. */
export function putVersionedSettings(
  calls: SettingsCalls,
  settings: EndpointSettings,
  options?: CallOptions,
): Promise<VersionedSettings> {
  const { caller, path } = internals(calls);
  return caller.read('putSettings', { path, body: settings }, options, versioned);
}

function internals(calls: SettingsCalls) {
  // biome-ignore lint/complexity/useLiteralKeys: the members are private for everybody else
  return { caller: calls['caller'], path: calls['path'] };
}

async function versioned(answer: Answer): Promise<VersionedSettings> {
  // The contract gives the type of the answer, which is not checked again.
  const settings = (await answer.json()) as EndpointSettings;
  return { settings, version: answer.headers.get('etag') ?? undefined };
}
