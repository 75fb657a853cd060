import {
  type Expectation,
  judge,
  parseExpectations,
  planFor,
  type Verdict,
} from '@hookwell/verdict';
import type { DeliveryAttempt, EndpointSettings } from '../contract/types.ts';
import { Limit } from '../http/limit.ts';
import type { GradingClient } from './grading-client.ts';
import { HeldSettings, type SettingsState } from './held-settings.ts';
import { RestoreError } from './restore-error.ts';
import { WatchedDelivery } from './watched-delivery.ts';

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
  const settings = await HeldSettings.keep(
    client.endpoints.settings(token),
    (before) => gradingSettings(before, plan),
    signal,
  );
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
      throw new RestoreError(settings.before, whole, error);
    });
    onSettings?.(state);
  }
  return { ...graded, isRestored: state === 'restored' };
}

/** All other settings stay as they are. */
function gradingSettings(before: EndpointSettings, plan: readonly string[]): EndpointSettings {
  return { ...before, replies: [{ plan: [...plan] }], delivery: 'one' };
}

function stepsOf(plan: string | readonly string[]): readonly string[] {
  return typeof plan === 'string' ? plan.split(',').map((step) => step.trim()) : plan;
}

interface Observation {
  client: GradingClient;
  token: string;
  plan: readonly string[];
  expectations: readonly Expectation[];
  after: number;
}

/** Watches the attempts until the time is over, or until nothing could change the verdict. */
async function observe(
  { client, token, plan, expectations, after }: Observation,
  { timeout = client.waitTimeout, signal, trigger, onAttempt }: GradeOptions,
): Promise<Omit<Grade, 'isRestored'>> {
  const time = new Limit(signal);
  const ends = performance.now() + timeout;
  const delivery = new WatchedDelivery(client, token, after, time.signal);
  // An error of the trigger ends the looks and the rests.
  void runTrigger(trigger, (error) => time.abort(error));
  let lastHeard = 0;
  try {
    for (;;) {
      time.signal.throwIfAborted();
      const isOver = performance.now() >= ends;
      await delivery.look(isOver);
      const { attempts, now } = delivery;
      for (const [index, attempt] of attempts.entries()) {
        if (attempt.id > lastHeard) onAttempt?.(attempt, index);
      }
      lastHeard = attempts.at(-1)?.id ?? lastHeard;
      const verdict = judge([{ attempts }], expectations, { now, isOver, plan });
      if (verdict.isFinal) return { ...verdict, plan, attempts };
      await delivery.rest(Math.max(0, ends - performance.now()));
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
