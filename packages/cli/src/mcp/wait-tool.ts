import { z } from 'zod';
import { noRequest, orNotFound } from '../service/not-found.ts';
import { endpointInput, matchInput, matchOf, timeoutInput } from './inputs.ts';
import { beginWait } from './progress.ts';
import { mostCharacters, shownRequest } from './shown-request.ts';
import { defineTool, ToolFailure } from './tool.ts';

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
