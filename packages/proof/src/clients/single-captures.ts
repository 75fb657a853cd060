import type { Random } from '../../../server/test/random.ts';
import { hashOf, markOf } from '../history/body.ts';
import type { Seen } from '../history/operation.ts';
import { isAnswer } from './http.ts';
import type { Account, Known } from './known.ts';
import { seenOf } from './seen.ts';

/** Reads one capture by its id, and the bytes of its body at another node; writes both down. */
export async function readCapture(
  known: Known,
  { client, random }: { client: number; random: Random },
  account: Account,
  id: number,
): Promise<void> {
  const node = random.pick(known.nodes);
  const began = known.history.now();
  const path = `/api/requests/${id}`;
  const called = await known.call(node, path, { method: 'GET' }, account);
  const outcome = known.outcomeOf(called, 'a capture', 200, [404]);
  const seen =
    outcome === 'done' && isAnswer(called)
      ? seenOf(JSON.parse(called.body.toString()), known.numberOf)
      : undefined;
  const scope = { account: account.number, from: id, through: id };
  const add = (at: number, from: number, captures: readonly Seen[]) =>
    known.history.add({
      kind: 'read',
      ...{ client, node: at, began: from, ended: known.history.now() },
      ...{ ...scope, outcome: 'done', captures },
    });
  // One that is not there is a list of none.
  if (isAnswer(called) && (seen !== undefined || called.status === 404))
    add(node.number, began, seen === undefined ? [] : [seen]);
  if (seen === undefined) return;

  const bodyBegan = known.history.now();
  const other = random.pick(known.nodes);
  const bytes = await known.call(other, `${path}/body`, { method: 'GET' }, account);
  const isThere = known.outcomeOf(bytes, 'the bytes of a body', 200, [404]);
  if (!isAnswer(bytes)) return;
  if (isThere === 'done') {
    const { body } = bytes;
    const exact = { hash: hashOf(body), mark: markOf(body.toString('latin1')) };
    add(other.number, began, [{ ...seen, ...exact }]);
  } else if (bytes.status === 404) add(other.number, bodyBegan, []);
}
