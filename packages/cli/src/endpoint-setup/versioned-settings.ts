import type { CallOptions, EndpointSettings } from '@hookwell/client';

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
