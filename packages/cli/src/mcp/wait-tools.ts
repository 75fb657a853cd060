import { once } from 'node:events';
import type { HookwellClient, ListenerAnswer, StreamedRequest } from '@hookwell/client';
import { replyStatuses } from '@hookwell/core/api/settings-names';
import { z } from 'zod';
import { noEndpoint, noRequest, orNotFound } from '../service/not-found.ts';
import { statusOf } from '../service/service-failure.ts';
import { mostCharacters, shownRequest } from './request-tools.ts';
import { mostBodyCharacters } from './send-tools.ts';
import {
  beginWait,
  defineTool,
  endpointInput,
  matchInput,
  matchOf,
  ToolFailure,
  timeoutInput,
} from './tool.ts';

export const waitForRequest = defineTool({
  name: 'wait_for_request',
  title: 'Wait for a request',
  description:
    'Waits until a request that matches is captured at an endpoint, and shows it like show_request. Requests ' +
    'that were captured before count as well, the oldest first: to wait for a new one, give the id of the last ' +
    'request that you have seen as after. If nothing matches in time it fails, and tells which requests did ' +
    'arrive and which of them came nearest.',
  input: z.strictObject({
    endpoint: endpointInput,
    match: matchInput.default(''),
    timeoutSeconds: timeoutInput({ least: 0, usual: 30, use: 'wait' }),
    after: z.int().min(0).optional().describe('Only requests with a higher id'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ endpoint, match, timeoutSeconds, after }, call) => {
    const { client, signal } = call;
    const wanted = matchOf(match);
    const { seconds, stopReporting } = beginWait(timeoutSeconds, call);
    try {
      const options = { timeout: seconds * 1000, after, signal };
      const found = await client.endpoint(endpoint).waitFor(wanted, options);
      const exact = await orNotFound(client.requests.exact(found, { signal }), noRequest(found.id));
      return await shownRequest(exact, { offset: 0, characters: mostCharacters, base64: false });
    } catch (error) {
      if (!isInVain(error) || seconds === timeoutSeconds) throw error;
      const why = `It waited ${seconds} s only, as no progress is asked for: call it again to go on.`;
      throw new ToolFailure(`${error.message}\n${why}`);
    } finally {
      await stopReporting();
    }
  },
});

function isInVain(error: unknown): error is Error {
  return error instanceof Error && error.name === 'WaitError';
}

export const answerRequest = defineTool({
  name: 'answer_request',
  title: 'Answer the next request',
  description:
    'Waits for the next request that matches at an endpoint, gives its sender this answer in place of the one by the ' +
    "endpoint's settings, and shows the request like show_request. The settings stay as they are, and only one request is " +
    'answered. Requests that came before do not count: have the request sent while this tool waits.',
  input: z.strictObject({
    endpoint: endpointInput,
    match: matchInput.default(''),
    status: z
      .int()
      .min(replyStatuses.minimum)
      .max(replyStatuses.maximum)
      .default(200)
      .describe('The status of the answer'),
    headers: z
      .record(z.string(), z.string())
      .default({})
      .describe('The headers of the answer, by their names: {"content-type": "application/json"}'),
    body: z.string().max(mostBodyCharacters).default('').describe('The text of the answer'),
    timeoutSeconds: timeoutInput({ least: 1, usual: 30, use: 'wait' }),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  run: async ({ endpoint, match, timeoutSeconds, ...answer }, call) => {
    const { client, signal } = call;
    const wanted = matchOf(match);
    const { seconds, stopReporting } = beginWait(timeoutSeconds, call);
    try {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
      const answering = answerNext(client, endpoint, wanted, answer, ended);
      const answered = await orNotFound(answering, noEndpoint(endpoint));
      if (answered === undefined) {
        throw new ToolFailure(`No request that matches came within ${seconds} s`);
      }
      const reading = client.requests.exact(answered.id, { signal });
      const exact = await orNotFound(reading, noRequest(answered.id));
      return await shownRequest(exact, { offset: 0, characters: mostCharacters, base64: false });
    } finally {
      await stopReporting();
    }
  },
});

/** The answer is known beforehand: senders wait only for its way. */
const answeringMs = 3000;

/** The request whose sender got the answer; `undefined` if there was none until the signal was aborted. */
async function answerNext(
  client: HookwellClient,
  endpoint: string,
  match: string,
  answer: ListenerAnswer,
  ended: AbortSignal,
): Promise<StreamedRequest | undefined> {
  const answered = Promise.withResolvers<StreamedRequest>();
  // If it fails before anybody waits for it, the listener's own failure is told.
  answered.promise.catch(() => {});
  let isTaken = false;
  const handle = async (request: StreamedRequest): Promise<void> => {
    if (isTaken) return;
    isTaken = true;
    try {
      await client.requests.answer(request.id, answer, { signal: ended });
      answered.resolve(request);
    } catch (error) {
      // Its sender has gone, or got another answer: the next one is waited for.
      if (statusOf(error) === 409) isTaken = false;
      else answered.reject(error);
    }
  };
  try {
    const listening = { match, wait: answeringMs, signal: ended };
    // The tool that checks imports does not read `await using`.
    const listener = await client.endpoint(endpoint).onRequest(handle, listening);
    try {
      return await Promise.race([answered.promise, once(ended, 'abort').then(() => undefined)]);
    } finally {
      await listener.close();
    }
  } catch (error) {
    if (ended.aborted) return undefined;
    throw error;
  }
}
