import type { EndpointUsage, Usage } from '@hookwell/client';
import { formatBytes, formatCount } from '../ui/format.ts';

/** `1,204 of 10,000`. */
export function keptText(requests: number, limit: number): string {
  return `${formatCount(requests)} of ${formatCount(limit)}`;
}

/** `12 MB of 10 GB`. */
export function keptBytesText(bytes: number, limit: number): string {
  return `${formatBytes(bytes)} of ${formatBytes(limit)}`;
}

/** The part of the usage that an endpoint has: nothing if it was made since. */
export function usageOfEndpoint(
  { endpoints }: Usage,
  token: string,
): Pick<EndpointUsage, 'requests' | 'bytes' | 'removed'> {
  return endpoints.find((endpoint) => endpoint.token === token) ?? { requests: 0, bytes: 0 };
}
