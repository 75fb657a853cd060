import { operations } from '@hookwell/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSafe, leastRoleFor } from '../http/credentials.ts';
import type { Parts } from '../parts.ts';
import { findEnded, type OpenRead } from './ended-streams.ts';

/** A read whose answer is not sent yet. */
interface UnsentRead extends OpenRead {
  cut(): void;
}

/**
 * Cuts off reads that go on after their credential or role has ended: a list, or a large body, takes as long as its reader does. Live streams are
 * ended by their hub.
 */
export class OpenReads {
  readonly #parts: Pick<Parts, 'store' | 'clock' | 'log'>;
  readonly #open = new Set<UnsentRead>();
  readonly #checks: NodeJS.Timeout;
  #isChecking = false;

  constructor(parts: Pick<Parts, 'store' | 'clock' | 'log'>, checkMs = 10_000) {
    this.#parts = parts;
    this.#checks = setInterval(() => void this.#cutEnded(), checkMs).unref();
  }

  /** To be called once callers are known. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => this.#add(request, reply));
  }

  close(): void {
    clearInterval(this.#checks);
  }

  #add(request: FastifyRequest, { raw: response }: FastifyReply): void {
    const { caller, routeOptions } = request;
    if (caller === undefined || !isSafe(request.method)) return;
    if (routeOptions.url === operations.liveStream.url) return;
    const { account, person, credential } = caller;
    const isOwn = account.id === person.id;
    const least = leastRoleFor(request) ?? 'viewer';
    const read: UnsentRead = {
      options: {
        credential,
        scope: { accountId: account.id },
        membership: isOwn ? undefined : { teamId: account.id, accountId: person.id, least },
      },
      cut: () => void request.raw.socket.destroy(),
    };
    this.#open.add(read);
    response.once('close', () => this.#open.delete(read));
  }

  async #cutEnded(): Promise<void> {
    if (this.#isChecking || this.#open.size === 0) return;
    this.#isChecking = true;
    try {
      for (const read of await findEnded(this.#parts, this.#open)) read.cut();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'Open reads could not be checked');
    } finally {
      this.#isChecking = false;
    }
  }
}
