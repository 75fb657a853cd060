import type { OfferedAnswers } from '../other-nodes.ts';
import type { ConnectionPool, Statement } from './pool.ts';
import { sharedNowMs } from './shared-clock.ts';

const offer: Statement = {
  name: 'offer answer',
  text: `update listener_answer set answer = $2, retry_after = $3, offered = $4
    where capture_id = $1 and answer is null returning capture_id`,
};
const read: Statement = {
  name: 'read offered answer',
  text: 'select offered from listener_answer where capture_id = $1 and offered is not null',
};
const take: Statement = {
  name: 'take offered answer',
  text: `update listener_answer set offered = null
    where capture_id = $1 and sha256(offered) = $2 returning capture_id`,
};
const look: Statement = {
  name: 'look at offered answer',
  text: `select (offered is not null)::integer as "isOffered" from listener_answer
    where capture_id = $1 and answer is not null`,
};
const takeBack: Statement = {
  name: 'take offered answer back',
  text: `update listener_answer set answer = null, retry_after = null, offered = null
    where capture_id = $1 and offered is not null returning capture_id`,
};
const removeLeft: Statement = {
  name: 'remove left answers',
  text: `delete from listener_answer
    where waits_until < ${sharedNowMs} - $1::bigint and (answer is null or offered is not null)`,
};
const isOver: Statement = {
  name: 'is wait over',
  text: `select 1 from listener_answer where capture_id = $1 and waits_until < ${sharedNowMs}`,
};

export function offeredAnswers(pool: Pick<ConnectionPool, 'query'>): OfferedAnswers {
  const isDone = async (statement: Statement, values: unknown[]): Promise<boolean> =>
    (await pool.query(statement, values)).length > 0;
  return {
    offer: (captureId, { status, retryAfter }, document) =>
      isDone(offer, [captureId, String(status), retryAfter ?? null, document]),
    async read(captureId) {
      const [row] = await pool.query<{ offered: Buffer }>(read, [captureId]);
      return row?.offered;
    },
    take: (captureId, digest) => isDone(take, [captureId, digest]),
    async look(captureId) {
      const [row] = await pool.query<{ isOffered: number }>(look, [captureId]);
      if (row === undefined) return 'gone';
      return row.isOffered === 1 ? 'offered' : 'taken';
    },
    takeBack: (captureId) => isDone(takeBack, [captureId]),
    isOver: (captureId) => isDone(isOver, [captureId]),
    async removeLeft(leftForMs) {
      await pool.query(removeLeft, [leftForMs]);
    },
  };
}
