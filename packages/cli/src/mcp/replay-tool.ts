import type { HookwellClient } from '@hookwell/client';
import { z } from 'zod';
import { capturedRequest } from '../forwarding/chosen-requests.ts';
import { originalFor } from '../forwarding/original.ts';
import { sendOnce } from '../sending/sender.ts';
import { defaultTimeoutMs, mostAnswerBytes } from '../sending/sending-options.ts';
import { idInput, matchInput, matchOf } from './inputs.ts';
import { allowedTarget, targetInput } from './replay-target.ts';
import { defineTool, ToolFailure } from './tool.ts';

export const replayRequest = defineTool({
  name: 'replay_request',
  title: 'Replay a captured request',
  description:
    'Sends a captured request, by its id or the newest that matches, to a server on this machine, with its method, path, query, headers and exact ' +
    'bytes, and shows the answer. (Headers whose names begin with X- are sent if the settings of the endpoint kept them: "xHeaders": "keep".)',
  input: z.strictObject({
    id: idInput.optional(),
    match: matchInput.optional(),
    url: targetInput,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async ({ id: given, match, url }, { client, signal, allowedHosts }) => {
    const target = allowedTarget(url, allowedHosts);
    const id = await idOf(given, match, client, signal);
    const captured = await capturedRequest(id, client, signal);
    const outgoing = await originalFor(target, captured, client, signal);
    const options = { timeoutMs: defaultTimeoutMs, keptAnswerBytes: mostAnswerBytes, signal };
    const { status, error, answer, milliseconds } = await sendOnce(target, outgoing, options);
    const sentTo = target.origin + outgoing.path;
    if (error !== undefined) throw new ToolFailure(`${sentTo} did not answer: ${error}`);
    return {
      id,
      sentTo,
      status,
      milliseconds: Math.round(milliseconds),
      answer: answer.toString('utf8'),
    };
  },
});

/**
 * The id that was given, or that of the newest request that matches.
 * @throws {ToolFailure} if not exactly one of them was given, or none matches
 */
async function idOf(
  given: number | undefined,
  text: string | undefined,
  { requests }: HookwellClient,
  signal: AbortSignal,
): Promise<number> {
  if ((given === undefined) === (text === undefined)) {
    throw new ToolFailure('Give either id or match');
  }
  if (given !== undefined) return given;
  const match = text === undefined ? undefined : matchOf(text);
  const [newest] = (await requests.page({ match, view: 'summary', limit: 1, signal })).items;
  if (newest === undefined) throw new ToolFailure('No stored request matches');
  return newest.id;
}
