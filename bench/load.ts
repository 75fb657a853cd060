import autocannon from 'autocannon';

export interface LoadOptions {
  url: string;
  connections: number;
  /** The load ends after this time, or after `amount` requests. */
  seconds?: number;
  amount?: number;
  bodies?: readonly string[];
  headers?: Record<string, string>;
  /** Requests a second over all connections. Without it a connection sends again once it is answered. */
  rate?: number;
}

/** What came of a load. Latencies are in whole milliseconds. */
export interface LoadResult {
  answered: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** 1 KB of JSON. */
export const oneKilobyte = JSON.stringify({ event: 'bench', pad: 'x'.repeat(1024 - 27) });

/** Sends POST requests. @throws if one is not answered 200 */
export async function load({
  url,
  connections,
  seconds,
  amount,
  bodies = [oneKilobyte],
  headers = {},
  rate,
}: LoadOptions): Promise<LoadResult> {
  const { origin } = new URL(url);
  const result = await autocannon({
    url: origin,
    connections,
    ...(seconds === undefined ? {} : { duration: seconds }),
    ...(amount === undefined ? {} : { amount }),
    ...(rate === undefined ? {} : { overallRate: rate }),
    requests: bodies.map((body) => ({
      method: 'POST',
      path: url.slice(origin.length),
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })),
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed`);
  return {
    answered: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/** The value in the middle; NaN if there is none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Prints a name, then figures with their units. */
export function report(name: string, ...figures: string[]): void {
  console.log(`${name}: ${figures.join(', ')}`);
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}

export function mebibytes(value: number): string {
  return `${value.toFixed(0)} MiB`;
}
