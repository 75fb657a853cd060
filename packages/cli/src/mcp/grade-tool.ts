import { parsePlan, SettingsError } from '@hookwell/replies';
import { ExpectationError, expectationForms } from '@hookwell/verdict';
import { z } from 'zod';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { endpointInput, timeoutInput } from './inputs.ts';
import { beginWait } from './progress.ts';
import { defineTool, ToolFailure } from './tool.ts';

/** The newest attempts, and the ids of a finding, that are shown. */
const mostShown = 50;

const examples = expectationForms.map(({ example }) => example).join(', ');

export const gradeSender = defineTool({
  name: 'grade_sender',
  title: 'Grade a sender',
  description:
    'Replies to the next requests to an endpoint with steps of failures and judges what their sender does: does it try again, ' +
    'with growing pauses, the same id and the same body, does it stop once it was answered 2xx? Have the sender send while it ' +
    'runs. All requests count as attempts of one delivery meanwhile; the settings are restored at the end.',
  input: z.strictObject({
    endpoint: endpointInput,
    expect: z.string().describe(`What is expected, several between white space: ${examples}`),
    plan: z
      .string()
      .optional()
      .describe(
        'The steps, a reply to each attempt: "500, timeout 10s, reset, 200"; else what is needed',
      ),
    timeoutSeconds: timeoutInput({ least: 1, usual: 50, use: 'watch' }),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  run: async ({ endpoint, expect, plan, timeoutSeconds }, call) => {
    const { client, signal } = call;
    const { seconds, stopReporting } = beginWait(timeoutSeconds, call);
    try {
      const options = { expect, plan: stepsOf(plan), timeout: seconds * 1000, signal };
      const grading = client.endpoint(endpoint).grade(options);
      const { outcome, findings, attempts } = await orNotFound(grading, noEndpoint(endpoint));
      return {
        outcome,
        watchedSeconds: seconds,
        findings: findings.map(({ requestIds, ...finding }) => {
          return { ...finding, requestIds: requestIds.slice(0, mostShown) };
        }),
        attempts: attempts
          .slice(-mostShown)
          .map(({ id, receivedAt, answer }) => ({ id, receivedAt, answer })),
        attemptsInAll: attempts.length,
      };
    } catch (error) {
      if (error instanceof ExpectationError) throw new ToolFailure(`expect: ${error.message}`);
      if (error instanceof Error && error.name === 'RestoreError' && 'settings' in error) {
        throw new ToolFailure(`${error.message}. They were: ${JSON.stringify(error.settings)}`);
      }
      throw error;
    } finally {
      await stopReporting();
    }
  },
});

/** @throws {ToolFailure} if a step is none */
function stepsOf(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  try {
    return parsePlan(text).map(({ written }) => written);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ToolFailure(error.message);
  }
}
