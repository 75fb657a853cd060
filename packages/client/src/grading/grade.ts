import {
  type Expectation,
  judge,
  parseExpectations,
  planFor,
  type Verdict,
} from '@hookwell/core/grade';
import type { EndpointCalls } from '../calls/endpoints.ts';
import type { RequestCalls } from '../calls/requests.ts';
import type { DeliveryAttempt, EndpointSettings } from '../contract/types.ts';
import { isPassing } from '../http/error.ts';
import { Limit, pause } from '../http/patience.ts';
import { HeldSettings, RestoreError, type SettingsState } from './held-settings.ts';

/** The options of a grade. */
export interface GradeOptions {
  /** The expectations of the sender: `attempts>=4 within=24h backoff=growing same-id`. */
  expect: string;
  /** The steps, a reply to each attempt: `500, timeout 10s, reset, 200`, or a list. Absent: a plan that the expectations need. */
  plan?: string | readonly string[] | undefined;
  /** The longest time in milliseconds; else the client's `waitTimeout`. */
  timeout?: number | undefined;
  /** Ends the grade, which then rejects with the signal's reason once the settings are restored. */
  signal?: AbortSignal | undefined;
  /** Makes the sender send. It is called once the endpoint answers by the plan; its error ends the grade. */
  trigger?: (() => unknown) | undefined;
  /** Hears of each attempt once. The index begins with 0. */
  onAttempt?: ((attempt: DeliveryAttempt, index: number) => void) | undefined;
  /** Hears what becomes of the settings of the endpoint. */
  onSettings?: ((state: SettingsState) => void) | undefined;
}

/** The part of a HookwellClient that grading needs. */
interface GradingClient {
  readonly waitTimeout: number;
  readonly endpoints: Pick<EndpointCalls, 'settings' | 'deliveries'>;
  readonly requests: Pick<RequestCalls, 'page'>;
}

/** A verdict, and the attempts that it rests on. */
export interface Grade extends Verdict {
  plan: readonly string[];
  /** Oldest first; of more than 1,000 the newest 1,000. */
  attempts: readonly DeliveryAttempt[];
  /** Whether the settings are as they were: somebody else may have changed them meanwhile. */
  isRestored: boolean;
}

/** Grades the sender of an endpoint, as `EndpointHandle.grade` describes it. */
export async function grade(
  client: GradingClient,
  token: string,
  options: GradeOptions,
): Promise<Grade> {
  const expectations = parseExpectations(options.expect);
  const plan = options.plan === undefined ? planFor(expectations) : stepsOf(options.plan);
  const { signal, onSettings } = options;
  const newest = { endpoint: token, limit: 1, view: 'summary' as const, signal };
  const after = (await client.requests.page(newest)).items[0]?.id ?? 0;
  const calls = client.endpoints.settings(token);
  const before = await calls.get({ signal });
  const wanted: EndpointSettings = { ...before, replies: [{ plan: [...plan] }], delivery: 'one' };
  const settings = new HeldSettings(calls, before, wanted);
  let graded: Omit<Grade, 'isRestored'> | undefined;
  let state: SettingsState;
  try {
    signal?.throwIfAborted();
    await settings.set();
    onSettings?.('set');
    graded = await observe({ client, token, plan, expectations, after }, options);
  } finally {
    state = await settings.restore().catch((error: unknown) => {
      const whole = graded === undefined ? undefined : { ...graded, isRestored: false };
      throw new RestoreError(before, whole, error);
    });
    onSettings?.(state);
  }
  return { ...graded, isRestored: state === 'restored' };
}

function stepsOf(plan: string | readonly string[]): readonly string[] {
  return typeof plan === 'string' ? plan.split(',').map((step) => step.trim()) : plan;
}

interface Observation {
  client: GradingClient;
  token: string;
  plan: readonly string[];
  expectations: readonly Expectation[];
  /** The id of the newest request that does not belong to the delivery. */
  after: number;
}

/** The pauses between two looks, in milliseconds: longer while nothing arrives. */
const shortestRestMs = 500;
const longestRestMs = 5000;
/** The longest silence of the service in one look. */
const longestSilenceMs = 10_000;

/** Looks at the attempts again and again until the time is over, or until nothing could change the verdict. */
async function observe(
  { client, token, plan, expectations, after }: Observation,
  { timeout = client.waitTimeout, signal, trigger, onAttempt }: GradeOptions,
): Promise<Omit<Grade, 'isRestored'>> {
  const time = new Limit(signal);
  const ends = performance.now() + timeout;
  // An error of the trigger ends the looks and the rests.
  void runTrigger(trigger, (error) => time.abort(error));
  let attempts: readonly DeliveryAttempt[] = [];
  let lastHeard = 0;
  let changedAt = performance.now();
  try {
    for (;;) {
      time.signal.throwIfAborted();
      const isOver = performance.now() >= ends;
      const call = { signal: time.signal, timeout: longestSilenceMs, retries: isOver ? 2 : 0 };
      const look = client.endpoints.deliveries(token, { ...call, limit: 1 });
      const page = await look.catch((error: unknown) => {
        if (isOver || !isPassing(error)) throw error;
        return undefined;
      });
      const seen = page?.items[0]?.attempts ?? attempts;
      // Until its first attempt is there, the newest delivery is one from before.
      if (seen[0] !== undefined && seen[0].id > after) attempts = seen;
      for (const [index, attempt] of attempts.entries()) {
        if (attempt.id > lastHeard) onAttempt?.(attempt, index);
      }
      const newest = attempts.at(-1);
      if (newest !== undefined && newest.id > lastHeard) {
        lastHeard = newest.id;
        changedAt = performance.now();
      }
      // By the clock of the service, as far as its requests tell: never ahead.
      const quietMs = performance.now() - changedAt;
      const now = newest === undefined ? 0 : Date.parse(newest.receivedAt) + quietMs;
      const verdict = judge([{ attempts }], expectations, { now, isOver, plan });
      if (verdict.isFinal) return { ...verdict, plan, attempts };
      const restMs = Math.max(shortestRestMs, Math.min(longestRestMs, quietMs / 4));
      await pause(Math.min(restMs, Math.max(0, ends - performance.now())), time.signal);
    }
  } finally {
    time.end();
  }
}

async function runTrigger(
  trigger: GradeOptions['trigger'],
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await trigger?.();
  } catch (error) {
    onError(error);
  }
}
