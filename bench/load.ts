import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface LoadOptions {
  /**
   * Several addresses take turns, request by request; one may stand among them more than once. Those of several nodes share
   * the connections.
   */
  url: string | readonly string[];
  connections: number;
  seconds: number;
  body: string;
  /** Headers beside the usual ones: lines, each with its end. Each `{id}` in them is another id in every request. */
  headers?: string;
  /** Requests a second over all connections; without a rate each connection sends again once it is answered. */
  rate?: number;
  /** Figures of each such interval are told while the load runs. */
  intervalSeconds?: number;
}

/** The figures of a load test in a span of time. */
export interface LoadFigures {
  /** Requests answered 200. */
  answered: number;
  failed: number;
  firstFailure?: string;
  /** Latencies in milliseconds. */
  p50: number;
  p99: number;
  max: number;
}

/** The outcome of a load test from beginning to end. */
export interface LoadResult extends LoadFigures {
  /** Requests answered 200, a second. */
  perSecond: number;
  /** Requests answered 200 by each address. */
  answeredBy: Record<string, number>;
}

/** The load generator tells figures of intervals while it runs, and the result at its end. */
export type LoadMessage = { interval: LoadFigures } | { result: LoadResult };

/** 1 KB of JSON, as the figures in README.md use it. */
export const oneKilobyte = JSON.stringify({ event: 'bench', pad: 'x'.repeat(1024 - 27) });

/** The stored headers of a request of the load generator; its `X-` header is dropped. */
export const storedHeaders = JSON.stringify([
  ...['Host', '127.0.0.1:8080', 'User-Agent', 'hookwell-bench', 'Accept', '*/*'],
  ...['Content-Type', 'application/json', 'Content-Length', String(oneKilobyte.length)],
]);

/** Runs a load generator in a process of its own. */
export async function load(
  options: LoadOptions,
  onInterval: (figures: LoadFigures) => void = () => {},
): Promise<LoadResult> {
  const child = fork(new URL('./load-process.ts', import.meta.url));
  let result: LoadResult | undefined;
  child.on('message', (message: LoadMessage) => {
    if ('interval' in message) onInterval(message.interval);
    else ({ result } = message);
  });
  // Unlike the exit, the end of the channel comes after all messages.
  const disconnected = once(child, 'disconnect');
  const exit = once(child, 'exit');
  child.send(options);
  await Promise.all([disconnected, exit]);
  if (result === undefined) throw new Error('the load generator failed');
  return result;
}
