import type {
  DeliveryAttempt,
  Finding,
  Grade,
  GradeOptions,
  SettingsState,
} from '@hookwell/client';
import {
  type Display,
  defineCommand,
  type Surroundings,
  type TextOption,
} from '../command-line/command.ts';
import { CommandFailure, exitCodes, UsageError } from '../command-line/outcome.ts';
import { type JunitCase, type JunitReport, junitInto } from '../output/junit.ts';
import { stylesOf } from '../output/terminal.ts';
import { jsonLine, markedText, visible } from '../output/text.ts';
import { serviceOptions } from '../service/connect.ts';
import { connectToEndpoint, tokenOperand } from '../service/endpoints.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { cutWords } from './deliveries.ts';

const name = 'grade';
const defaultTimeoutMs = 600_000;

/** The option with the expectations of a sender. */
const expectOption = {
  type: 'text',
  placeholder: 'EXPECTATIONS',
  description:
    'What the sender must do, as in "attempts>=4 within=24h backoff=growing same-id" (docs/grading.md).',
  required: true,
  suggestions: async () => {
    const { expectationForms } = await import('@hookwell/core/grade');
    // Shells would take < and > for redirections.
    return expectationForms.map(({ example }) => example).filter((each) => !/[<>]/.test(each));
  },
} as const satisfies TextOption;

/** The answers to its attempts. */
const planOption = {
  type: 'text',
  placeholder: 'PLAN',
  description:
    'The steps: a reply to each attempt, as in "500, timeout 10s, reset, 429 retry-after=5, 200"; else what the expectations need.',
} as const satisfies TextOption;

export const gradeCommand = defineCommand({
  name,
  summary: 'Grade a sender: reply to it with steps of failures, and judge what it does.',
  details: [
    'Meanwhile all requests to the endpoint count as attempts of one delivery; its settings are restored in any case.',
    'It ends when the time is over, or earlier if nothing that comes later could change a finding. Exit code 0: every',
    'expectation holds; 1: one does not, also because the time ended before it did; 3: nothing arrived at all.',
  ].join('\n'),
  operands: { token: tokenOperand },
  options: {
    plan: planOption,
    expect: expectOption,
    timeout: {
      type: 'duration',
      placeholder: 'TIME',
      description: 'The longest time to watch the sender; 10m by default.',
    },
    json: { type: 'flag', description: 'Print one line of JSON.' },
    junit: {
      type: 'text',
      placeholder: 'FILE',
      description: 'Write a report in JUnit XML, a test case for each expectation.',
    },
    ...serviceOptions,
  },
  examples: [
    'hookwell grade 0h2v8q6c1d7x5m3k9r4t8w2y6b --expect "attempts>=4 within=24h backoff=growing"',
    'hookwell grade 0h2v8q6c1d7x5m3k9r4t8w2y6b --plan "500, timeout 10s, reset, 200" --expect "attempts>=4 same-id stops-after-2xx" --timeout 30m --junit grade.xml',
  ],
  async run({ token: word, plan: planText, expect, timeout, json, junit, ...service }, world) {
    await checkExpectations(expect, name);
    const plan = await checkedPlan(planText, name);
    const timeoutMs = timeout ?? defaultTimeoutMs;
    const signal = world.interruption();
    const { client, token } = await connectToEndpoint(word, service, world, signal);
    const report = await junitInto(junit, name);
    const options = { expect, plan, timeout: timeoutMs, signal, ...watched(world, timeoutMs) };
    const grading = client.endpoint(token).grade(options);
    const grade = await orNotFound(grading.catch(withSettings), noEndpoint(token));
    await report(await gradeReport(grade));
    if (json) world.print(jsonLine(grade));
    else await printFindings(grade, world);
    endWith(grade);
  },
});

/** Tells what happens meanwhile. */
function watched(
  world: Surroundings,
  timeoutMs: number,
): Pick<GradeOptions, 'onAttempt' | 'onSettings'> {
  let isSet = false;
  const sentences: Record<SettingsState, string> = {
    set: `The steps are in place now: make the sender send. (Watching for ${timeoutMs / 1000} s at most.)`,
    restored: 'The settings of the endpoint are restored.',
    changed: 'Somebody else has changed the settings meanwhile: they stay as they are now.',
  };
  return {
    onAttempt: (attempt, index) => world.note(attemptLine(attempt, index, world.notes)),
    onSettings: (state) => {
      if (state === 'set') isSet = true;
      if (isSet) world.note(sentences[state]);
    },
  };
}

async function printFindings(grade: Grade, world: Surroundings): Promise<void> {
  if (grade.outcome === 'nothingArrived') return;
  const { idsText } = await import('@hookwell/core/grade');
  for (const finding of grade.findings) {
    world.print(findingLine(finding, idsText(finding.requestIds), world.output));
  }
}

/** @throws {CommandFailure} unless every expectation holds */
function endWith(grade: Grade): void {
  if (grade.outcome === 'held') return;
  if (grade.outcome === 'failed') throw new CommandFailure(failureSentence(grade));
  throw new CommandFailure('Nothing arrived', { exitCode: exitCodes.noMatch });
}

/**
 * The report for continuous integration: a test case for each expectation. One that the attempts do not tell about counts as
 * failed.
 */
export async function gradeReport({ findings, plan, attempts }: Grade): Promise<JunitReport> {
  const { idsText } = await import('@hookwell/core/grade');
  const cases = findings.map(({ expectation, holds, isKnown, sentence, requestIds }): JunitCase => {
    const requests = requestIds.length === 0 ? '' : ` (${idsText(requestIds)})`;
    const one = { name: expectation, text: sentence + requests };
    if (holds) return { ...one, outcome: 'success' };
    const type = isKnown ? 'failed' : 'unknown';
    return { ...one, outcome: 'failure', message: sentence, type };
  });
  const lines = attempts.map(({ id, receivedAt, answer }, index) => {
    return `attempt ${index + 1}: #${id} ${receivedAt} ${answer}`;
  });
  return { cases, properties: { plan: plan.join(', ') }, output: lines.join('\n') };
}

/**
 * Adds the settings that could not be restored, for the user to do it.
 * @throws the error, or a failure in its place
 */
function withSettings(error: unknown): never {
  if (!(error instanceof Error && error.name === 'RestoreError' && 'settings' in error))
    throw error;
  throw new CommandFailure(`${error.message}\nThey were: ${jsonLine(error.settings)}`, {
    cause: error,
  });
}

/** @throws {UsageError} if the text has no expectations, with its wrong part marked */
async function checkExpectations(text: string, command: string): Promise<void> {
  // Loaded here, so that help answers without it.
  const { ExpectationError, parseExpectations } = await import('@hookwell/core/grade');
  try {
    parseExpectations(text);
  } catch (error) {
    if (!(error instanceof ExpectationError)) throw error;
    throw new UsageError(`Option --expect: ${error.message}`, command, markedText(text, error));
  }
}

/**
 * The steps of a plan.
 * @throws {UsageError} if one of them is none
 */
async function checkedPlan(
  text: string | undefined,
  command: string,
): Promise<readonly string[] | undefined> {
  if (text === undefined) return undefined;
  const { parsePlan, SettingsError } = await import('@hookwell/core/rules');
  try {
    return parsePlan(text).map(({ written }) => written);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const step = Number(/\d+/.exec(error.place)?.[0] ?? 0) + 1;
    throw new UsageError(`Option --plan: in step ${step}, ${error.sentence}`, command);
  }
}

/** An attempt in one line: `attempt 2  #4213  12:01:02.000  timeout 10s`. */
function attemptLine(attempt: DeliveryAttempt, index: number, display: Display): string {
  const { faint, name } = stylesOf(display);
  const time = attempt.receivedAt.slice(11);
  const words = [`attempt ${index + 1}`, name(`#${attempt.id}`), faint(time)];
  return [...words, `${visible(attempt.answer)}${cutWords(attempt)}`].join('  ');
}

/** A finding in one line: its sign, the expectation, why, and the requests that it rests on. */
function findingLine(
  { expectation, holds, isKnown, sentence }: Finding,
  requests: string,
  display: Display,
): string {
  const { good, bad, warning, bold, faint } = stylesOf(display);
  const sign = holds ? good('✓') : isKnown ? bad('✗') : warning('?');
  const ids = requests === '' ? '' : ` ${faint(`(${requests})`)}`;
  return `${sign} ${bold(expectation)}: ${visible(sentence)}${ids}`;
}

/** A sentence on a sender that did not hold its expectations. */
function failureSentence({ findings }: Pick<Grade, 'findings'>): string {
  const failed = findings.filter(({ holds, isKnown }) => !holds && isKnown).length;
  const untold = findings.filter(({ isKnown }) => !isKnown).length;
  const all = findings.length === 1 ? 'the expectation' : `of ${findings.length} expectations`;
  const parts = [
    failed > 0 ? `did not meet ${findings.length === 1 ? all : `${failed} ${all}`}` : '',
    untold > 0 ? `left ${findings.length === 1 ? all : `${untold} ${all}`} undecided` : '',
  ];
  return `The sender ${parts.filter((part) => part !== '').join(', and ')}`;
}
