import type { Addresses, TunnelDoor } from '../parts.ts';
import type { Handler } from './connection.ts';
import type { HttpRequest, HttpResponse } from './exchange.ts';
import { hostName, hostNameOf, isReceiveTarget, originForm } from './request-target.ts';

const servedOnEveryHost = /^\/(healthz|readyz)(?=[?#]|$)/;

/**
 * Sends each request to its plane: `/wh` to the receive plane, all others to the API. If the receive
 * URLs have a host name of their own, that host serves only `/wh` and no other host serves it. What comes through a
 * tunnel gets `/wh` alone as well, which all other hosts go on to serve.
 */
export function splitPlanes(
  addresses: Addresses,
  planes: { receive: Handler; api: Handler; nowhere: Handler },
): Handler {
  // Both are set at the first request: without a tunnel the addresses are final by then.
  let receiveHost: string | undefined;
  let separate: boolean | undefined;

  function isElsewhere(request: HttpRequest, isReceive: boolean): boolean {
    const { tunnel } = addresses;
    if (tunnel !== undefined) return !isReceive && isThroughTunnel(request, tunnel);
    receiveHost ??= hostName(addresses.receiveBase);
    separate ??= receiveHost !== hostName(addresses.base);
    return separate && (hostNameOf(request) === receiveHost) !== isReceive;
  }

  return (request: HttpRequest, response: HttpResponse) => {
    const target = request.url;
    const isReceive = isReceiveTarget(target);
    if (isElsewhere(request, isReceive) && !servedOnEveryHost.test(originForm(target))) {
      planes.nowhere(request, response);
      return;
    }
    if (isReceive) planes.receive(request, response);
    else planes.api(request, response);
  };
}

/**
 * Whether a request came through the tunnel. The port proves it, whatever host the sender names: some tunnels pass on any. The
 * host counts as well, for a tunnel that leads to the service's usual port.
 */
function isThroughTunnel(request: HttpRequest, { port, host }: TunnelDoor): boolean {
  return request.socket.localPort === port || (host !== undefined && hostNameOf(request) === host);
}
