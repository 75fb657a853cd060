import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Addresses } from '../parts.ts';
import type { Handler } from './http-server.ts';
import { isReceiveTarget, originForm } from './request-target.ts';

const servedOnEveryHost = /^\/(healthz|readyz)(?=[?#]|$)/;

/**
 * Sends each request to its plane: `/wh` to the receive plane, all others to the API. If the receive
 * URLs have a host name of their own, that host serves only `/wh` and no other host serves it.
 */
export function splitPlanes(
  addresses: Addresses,
  planes: { receive: Handler; api: Handler; nowhere: Handler },
): Handler {
  // Both are set at the first request: the addresses are final by then.
  let receiveHost: string | undefined;
  let separate: boolean | undefined;
  return (request: IncomingMessage, response: ServerResponse) => {
    const target = request.url ?? '';
    const isReceive = isReceiveTarget(target);
    receiveHost ??= hostName(addresses.receiveBase);
    separate ??= receiveHost !== hostName(addresses.base);
    if (separate) {
      // For a target in absolute form this header has the target's own host.
      const onReceiveHost = hostName(`http://${request.headers.host ?? ''}`) === receiveHost;
      if (onReceiveHost !== isReceive && !servedOnEveryHost.test(originForm(target))) {
        planes.nowhere(request, response);
        return;
      }
    }
    if (isReceive) planes.receive(request, response);
    else planes.api(request, response);
  };
}

function hostName(address: string): string | undefined {
  return URL.parse(address)?.hostname;
}
