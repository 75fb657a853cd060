import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import { type LiteralAnswer, readListenerAnswer, SettingsError } from '@hookwell/core/rules';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { Budget, type BudgetLimits } from '../fairness/budget.ts';
import { callerOf } from '../http/caller.ts';
import { mostApiBodyBytes, parseJson, placeOf, readWholeBody } from '../http/request-body.ts';
import { withOwnReader } from '../http/validation.ts';
import type { Parts } from '../parts.ts';
import type { CaptureReads } from '../requests/public.ts';
import type { WaitingSenders } from '../responders/waiting-senders.ts';

/** Long answers that are in memory. */
const longAnswers: BudgetLimits = {
  total: 4,
  perParty: 2,
  sentence: 'Too many long answers are being given at once',
};

/** JSON with no more than this beside its strings, the quotes counted, is read in milliseconds, however long these are. */
const maxBytesBeside = 16 * 1024;

/** The answers of responders to senders that wait for them. */
export function answerRoutes(
  parts: Parts,
  reads: Pick<CaptureReads, 'read'>,
  senders: Pick<WaitingSenders, 'answer' | 'taken'>,
): FastifyPluginAsyncTypebox {
  const { captures } = parts.store;
  const long = new Budget(longAnswers);

  /** Refuses an answer that nobody waits for before its body is read. */
  async function refuseUnasked(request: FastifyRequest): Promise<void> {
    const { account } = callerOf(request);
    const { id }: { id?: unknown } = Object(request.params);
    if (!/^\d{1,15}$/.test(String(id))) throw new ApiError('notFound');
    const own = await reads.read(account.id, () => captures.readOne(account.id, Number(id), 0));
    if (own === undefined) throw new ApiError('notFound');
    if (own.listener === undefined || own.listener.answer !== undefined)
      throw new ApiError('alreadyAnswered');
  }

  /** Waits for the room of a long answer, which it holds until it was read and given. */
  async function waitForRoom(request: FastifyRequest): Promise<void> {
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (length <= mostApiBodyBytes) return;
    const place = placeOf(request);
    const hold = await long.acquire(place.party, 1, { gone: place.left });
    if (place.left.aborted) hold.release();
    else place.left.addEventListener('abort', () => hold.release(), { once: true });
  }

  return async (app) => {
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', (request: FastifyRequest, body: IncomingMessage) =>
      readWholeBody(request, body),
    );
    app.route<{ Body: Buffer | undefined; Params: { id: number } }>({
      ...operations.answerRequest,
      config: { ...operations.answerRequest.config, hasOwnTurns: true },
      validatorCompiler: withOwnReader,
      preParsing: async (request) => {
        await refuseUnasked(request);
        await waitForRoom(request);
      },
      handler: async (request, reply) => {
        const answer = readAnswer(request.body ?? Buffer.alloc(0));
        const { left } = placeOf(request);
        const { id } = request.params;
        const isStored = await senders.answer(id, answer);
        const outcome = isStored ? await senders.taken(id, left) : 'gone';
        if (outcome === 'gone') throw new ApiError('alreadyAnswered');
        if (outcome === 'stored') {
          const sentence = 'The node that has the connection of this sender does not answer';
          throw new ApiError('unavailable', { sentence, retryAfterSeconds: 1 });
        }
        return reply.code(204).send();
      },
    });
  };
}

function readAnswer(bytes: Buffer): LiteralAnswer {
  if (!isMostlyStrings(bytes)) {
    const sentence = `An answer has at most ${maxBytesBeside / 1024} KiB beside its body`;
    throw new ApiError('invalidInput', { sentence });
  }
  try {
    return readListenerAnswer(parseJson(bytes).value);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ApiError('invalidInput', { sentence: error.message });
  }
}

/** Whether a JSON text has little beside its strings. A megabyte of brackets would hold the event loop for half a second. */
function isMostlyStrings(json: Uint8Array): boolean {
  let beside = 0;
  let isInString = false;
  for (let at = 0; at < json.length && beside <= maxBytesBeside; at++) {
    const byte = json[at];
    if (byte === 0x22) isInString = !isInString;
    else if (isInString) {
      if (byte === 0x5c) at += 1;
      continue;
    }
    beside += 1;
  }
  return beside <= maxBytesBeside;
}
