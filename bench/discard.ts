import { connect } from 'node:net';

export interface DiscardOptions {
  signal?: AbortSignal;
  /** The pace of reading; as fast as the answer comes if it is not given. */
  bytesPerSecond?: number;
}

/**
 * Reads an answer into one buffer and discards it without parsing, which costs the least processor time.
 * Resolves when the server closes, or when the signal aborts.
 */
export function discard(
  url: string,
  cookie: string,
  { signal, bytesPerSecond }: DiscardOptions = {},
): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    const callback = (size: number): boolean => {
      if (bytesPerSecond === undefined) return true;
      setTimeout(() => socket.resume(), (1000 * size) / bytesPerSecond);
      return false;
    };
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback } });
    socket.on('error', () => {});
    socket.once('close', () => resolve());
    signal?.addEventListener('abort', () => socket.destroy());
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
  });
}
