import { writeExactJson } from '../captured-requests/exact-json.ts';
import { checkedMatch, matchOption } from '../captured-requests/match-option.ts';
import { readableRequest } from '../captured-requests/readable-request.ts';
import { defineCommand } from '../command-line/command.ts';
import { CommandFailure, exitCodes, orUsageError } from '../command-line/outcome.ts';
import { idBefore, isSince, parseSince } from '../forwarding/since.ts';
import { serviceOptions } from '../service/connect.ts';
import { connectToEndpoint, tokenOperand } from '../service/endpoints.ts';
import { noEndpoint, noRequest, orNotFound, removedSentence } from '../service/not-found.ts';
import { serviceFailureSentence } from '../service/service-failure.ts';

const name = 'wait';
const defaultTimeoutMs = 30_000;

export const waitCommand = defineCommand({
  name,
  summary: 'Wait for a captured request that matches, and show it.',
  details: [
    'Stored requests count as well, the oldest first, so that it misses nothing that came before it began. It',
    'fails with exit code 3 if nothing matched in time, and tells the nearest miss; with 1 if the service was not',
    'reached in all that time.',
  ].join('\n'),
  operands: { token: tokenOperand },
  options: {
    match: matchOption('Only a request that matches'),
    timeout: {
      type: 'duration',
      placeholder: 'TIME',
      description: 'The longest time to wait; 30s by default.',
    },
    since: {
      type: 'text',
      placeholder: 'WHEN',
      description: 'Only requests after an id, from a time on (10m, 2026-03-01), or from "now" on.',
    },
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: [
    'hookwell wait 0h2v8q6c1d7x5m3k9r4t8w2y6b --match json.type=invoice.paid --timeout 30',
    'hookwell wait 0h2v8q6c1d7x5m3k9r4t8w2y6b --match "method:POST path=/paid" --since now --json',
  ],
  async run({ token: word, match: matchText, since: sinceText, ...values }, world) {
    const { timeout: timeoutMs = defaultTimeoutMs, json } = values;
    const match = await checkedMatch(matchText, name, world);
    const since = orUsageError(() => parseSince(sinceText ?? '0'), name, 'Option --since ');
    const signal = world.interruption();
    const { client, token } = await connectToEndpoint(word, values, world, signal);
    let isReached = false;
    const found = async (): Promise<number> => {
      const ends = performance.now() + timeoutMs;
      let after = await idBefore(since, client, token, signal);
      for (let leftMs = timeoutMs; ; leftMs = Math.max(0, ends - performance.now())) {
        const request = await client
          .endpoint(token)
          .waitFor(match, { timeout: leftMs, after, signal });
        isReached = true;
        if (isSince(since, request)) return request.id;
        after = request.id;
      }
    };
    const id = await orNotFound(
      found().catch(async (error: unknown) => {
        const unreached = isReached ? undefined : neverReached(error, timeoutMs);
        throw unreached ?? (await failureOf(error, () => removedSentence(client, token)));
      }),
      noEndpoint(token),
    );
    const shown = <Result>(call: Promise<Result>) => orNotFound(call, noRequest(id));
    if (json) return await writeExactJson(await shown(client.requests.exact(id)), world);
    const request = await shown(client.requests.get(id));
    const wire = await shown(client.requests.wire(id));
    await world.write(`${await readableRequest(request, wire, world)}\n`);
  },
});

/** Gives the error of a wait that ended in vain an exit code of its own, and says what cannot match any more. */
async function failureOf(
  error: unknown,
  removed: () => Promise<string | undefined>,
): Promise<unknown> {
  if (!(error instanceof Error && error.name === 'WaitError')) return error;
  const lines = [error.message, await removed()].filter((line) => line !== undefined);
  return new CommandFailure(lines.join('\n'), { cause: error, exitCode: exitCodes.noMatch });
}

/** The failure if the service was never reached: the address is wrong, or the service is down. */
function neverReached(error: unknown, timeoutMs: number): CommandFailure | undefined {
  if (!(error instanceof Error && 'wasReached' in error && error.wasReached === false)) return;
  const reason = serviceFailureSentence(error.cause) ?? 'The service did not answer';
  return new CommandFailure(`${reason} (tried for ${timeoutMs / 1000} s)`, { cause: error });
}
