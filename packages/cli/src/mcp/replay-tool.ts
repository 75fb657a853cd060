import { errorMessage } from '@hookwell/contract/error-message';
import { z } from 'zod';
import { originalFor } from '../forwarding/original.ts';
import { capturedRequest } from '../forwarding/replay.ts';
import { sendOnce } from '../sending/sender.ts';
import { defaultTimeoutMs } from '../sending/sending-options.ts';
import { parseTarget } from '../sending/target-address.ts';
import { idInput } from './inputs.ts';
import { mayReplayTo } from './replay-hosts.ts';
import { defineTool, ToolFailure } from './tool.ts';

/** The most bytes of the answer that are shown. */
const mostAnswerBytes = 10_000;

export const replayRequest = defineTool({
  name: 'replay_request',
  title: 'Replay a captured request',
  description:
    'Sends a captured request to a server on this machine, with its method, path, query, headers and exact ' +
    'bytes, and shows the answer. (Headers whose names begin with X- are not stored, so they are not sent.)',
  input: z.object({
    id: idInput,
    url: z
      .string()
      .describe(
        'The address to send it to: http://localhost:3000/hook. The path after the token is added.',
      ),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async ({ id, url }, { client, signal, allowedHosts }) => {
    const target = targetOf(url);
    if (!mayReplayTo(target, allowedHosts)) {
      throw new ToolFailure(
        `Nothing may be sent to ${target.host}: only this machine (localhost) is allowed, and what ` +
          '"hookwell mcp --allow-replay-to HOST" names',
      );
    }
    const captured = await capturedRequest(id, client, signal);
    const outgoing = await originalFor(target, captured, client, signal);
    const options = { timeoutMs: defaultTimeoutMs, keptAnswerBytes: mostAnswerBytes, signal };
    const { status, error, answer, milliseconds } = await sendOnce(target, outgoing, options);
    const sentTo = target.origin + outgoing.path;
    if (error !== undefined) throw new ToolFailure(`${sentTo} did not answer: ${error}`);
    return {
      sentTo,
      status,
      milliseconds: Math.round(milliseconds),
      answer: answer.toString('utf8'),
    };
  },
});

/**
 * The target that the assistant named.
 * @throws {ToolFailure} if the text is no such address
 */
function targetOf(text: string): URL {
  try {
    return parseTarget(text);
  } catch (error) {
    throw new ToolFailure(errorMessage(error));
  }
}
