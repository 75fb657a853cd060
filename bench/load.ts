import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface LoadOptions {
  url: string;
  connections: number;
  seconds: number;
  body: string;
  /** Headers beside the usual ones: lines, each with its end. Each `{id}` in them is another id in every request. */
  headers?: string;
  /** Requests a second over all connections; without a rate each connection sends again once it is answered. */
  rate?: number;
}

export interface LoadResult {
  /** Requests answered 200, a second. */
  perSecond: number;
  answered: number;
  failed: number;
  firstFailure?: string;
  /** Latencies in milliseconds. */
  p50: number;
  p99: number;
  max: number;
}

/** 1 KB of JSON, as the figures in README.md use it. */
export const oneKilobyte = JSON.stringify({ event: 'bench', pad: 'x'.repeat(1024 - 27) });

/** The stored headers of a request of the load generator; its `X-` header is dropped. */
export const storedHeaders = JSON.stringify([
  ...['Host', '127.0.0.1:8080', 'User-Agent', 'hookwell-bench', 'Accept', '*/*'],
  ...['Content-Type', 'application/json', 'Content-Length', String(oneKilobyte.length)],
]);

/** Runs a load generator in a process of its own. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const child = fork(new URL('./load-process.ts', import.meta.url));
  const message = once(child, 'message');
  const exit = once(child, 'exit');
  child.send(options);
  const result = await Promise.race([message, exit.then(() => undefined)]);
  await exit;
  if (result === undefined) throw new Error('the load generator failed');
  return result[0];
}
