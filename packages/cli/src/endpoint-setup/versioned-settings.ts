import type { CallOptions, EndpointSettings } from '@hookwell/client';
import { isSameDocument } from '@hookwell/client/same-document';

/** Settings with their version, which is another one after every change, also of a secret alone. */
export interface VersionedSettings {
  settings: EndpointSettings;
  /** `undefined` if the service tells none. */
  version: string | undefined;
}

/** The settings that a call gives, with their version. */
export async function versioned(
  call: (options: Pick<CallOptions, 'onHeaders'>) => Promise<EndpointSettings>,
): Promise<VersionedSettings> {
  let version: string | undefined;
  const settings = await call({
    onHeaders: (headers) => {
      version = headers.get('etag') ?? undefined;
    },
  });
  return { settings, version };
}

/** The version tells of a secret that was replaced by one with the same hint. */
export function isSame(before: VersionedSettings, after: VersionedSettings): boolean {
  if (before.version !== undefined && after.version !== undefined) {
    return before.version === after.version;
  }
  return isSameDocument(before.settings, after.settings);
}
