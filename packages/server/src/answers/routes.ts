import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import { type LiteralAnswer, readListenerAnswer, SettingsError } from '@hookwell/core/rules';
import type { FastifyRequest } from 'fastify';
import { Budget, type BudgetLimits } from '../fairness/budget.ts';
import { callerOf } from '../http/caller.ts';
import { mostApiBodyBytes, parseJson, placeOf, readWholeBody } from '../http/request-body.ts';
import { withOwnReader } from '../http/validation.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import type { CaptureReads } from '../requests/public.ts';
import { isMostlyStrings, mostBytesBeside } from './mostly-strings.ts';

/** Requests that answer senders, beside those that wait for other nodes. Answers that are given here are stored together. */
const answerTurns: BudgetLimits = {
  total: 8,
  perParty: 4,
  sentence: 'Too many answers are being given at once',
};

/** Long answers that are in memory. Those whose sender is slow give way while others wait. */
const longAnswers: BudgetLimits = {
  total: 4,
  perParty: 2,
  sentence: 'Too many long answers are being given at once',
};

/**
 * Gives an answer to a sender that waits, on whichever node: `late` if it waits no more, or never did, `unreachable` if its
 * node is gone.
 * @param waits called before another node is waited for
 * @param left aborted when others need the room of the request
 */
export type GiveAnswer = (
  captureId: number,
  answer: LiteralAnswer,
  party: number,
  waits: () => void,
  left: AbortSignal,
) => Promise<'given' | 'late' | 'unreachable'>;

/** The answers of listeners to senders that wait for them. */
export function answerRoutes(
  parts: Parts,
  reads: Pick<CaptureReads, 'read'>,
  give: GiveAnswer,
): FastifyPluginAsyncTypebox {
  const { captures } = parts.store;
  const turns = new Budget(answerTurns);
  const long = new Budget(longAnswers);

  /** Refuses an answer that nobody waits for before its body is read. */
  async function refuseUnasked(request: FastifyRequest): Promise<void> {
    const { account } = callerOf(request);
    const { id }: { id?: unknown } = Object(request.params);
    if (!/^\d{1,15}$/.test(String(id))) throw new Refusal('notFound');
    const own = await reads.read(account.id, () => captures.readOne(account.id, Number(id), 0));
    if (own === undefined) throw new Refusal('notFound');
    if (own.listener === undefined || own.listener.answer !== undefined)
      throw new Refusal('alreadyAnswered');
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
        const { party, left } = placeOf(request);
        const turn = await turns.acquire(party, 1, { gone: left });
        try {
          await app.refuseEnded(request);
          const outcome = await give(request.params.id, answer, party, () => turn.release(), left);
          if (outcome === 'late') throw new Refusal('alreadyAnswered');
          if (outcome === 'unreachable') {
            const sentence = 'The node that has the connection of this sender does not answer';
            throw new Refusal('unavailable', { sentence, retryAfterSeconds: 1 });
          }
        } finally {
          turn.release();
        }
        return reply.code(204).send();
      },
    });
  };
}

function readAnswer(bytes: Buffer): LiteralAnswer {
  if (!isMostlyStrings(bytes)) {
    const sentence = `An answer has at most ${mostBytesBeside / 1024} KiB beside its body`;
    throw new Refusal('invalidInput', { sentence });
  }
  try {
    return readListenerAnswer(parseJson(bytes).value);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new Refusal('invalidInput', { sentence: error.message });
  }
}
