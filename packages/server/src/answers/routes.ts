import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/contract';
import { type LiteralAnswer, readListenerAnswer, SettingsError } from '@hookwell/replies';
import type { FastifyRequest } from 'fastify';
import { Budget, type BudgetLimits } from '../fairness/budget.ts';
import { callerOf } from '../http/caller.ts';
import { placeOf, quickBodyBytes } from '../http/request-body.ts';
import { withOwnReader } from '../http/validation.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import type { CaptureReads } from '../requests/public.ts';

/** Requests that answer senders, beside those that wait for other nodes. Answers that are given here are stored together. */
export const answerTurns: BudgetLimits = {
  total: 8,
  perParty: 4,
  sentence: 'Too many answers are being given at once',
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

  /** A long answer is read in the turn of its party. */
  async function read(request: FastifyRequest, accountId: number): Promise<LiteralAnswer> {
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (length <= quickBodyBytes) return readAnswer(request.body);
    const party = parts.parties.of(accountId);
    return await parts.longWork.run(party, (count) => count(() => readAnswer(request.body)));
  }

  return async (app) => {
    app.route({
      ...operations.answerRequest,
      config: { ...operations.answerRequest.config, hasOwnTurns: true },
      validatorCompiler: withOwnReader,
      handler: async (request, reply) => {
        const { account } = callerOf(request);
        const { id } = request.params;
        const answer = await read(request, account.id);
        const party = parts.parties.of(account.id);
        const left = placeOf(request).left;
        const turn = await turns.acquire(party, 1, { gone: left, cut() {} });
        try {
          const own = await reads.read(account.id, () => captures.readOne(account.id, id, 0));
          if (own === undefined) throw new Refusal('notFound');
          const outcome = await give(id, answer, party, () => turn.release(), left);
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

function readAnswer(document: unknown): LiteralAnswer {
  try {
    return readListenerAnswer(document);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new Refusal('invalidInput', { sentence: error.message });
  }
}
