import fc from 'fast-check';
import { readDocument } from '../../src/settings/read-document.ts';
import { putSettings, removeSettings } from '../../src/settings/settings.ts';
import { ReceivingNodes, type Sent } from './receiving-nodes.ts';
import { model, type Schedule } from './schedule.ts';

const token = 'a'.repeat(26);
const accountId = 1;

const plan = fc.record({
  sends: fc.array(fc.record({ node: fc.nat({ max: 1 }), count: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  /** Each one's changes come one after the other: new settings, or none. */
  writers: fc.array(
    fc.record({
      node: fc.nat({ max: 1 }),
      changes: fc.array(fc.constantFrom('put', 'put', 'put', 'remove'), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});
type Writer = (typeof plan extends fc.Arbitrary<infer Value> ? Value : never)['writers'][number];

/** Settings that were put, and when that was answered. */
interface Put {
  text: string;
  began: number;
  answered?: number;
}

/** The answer that settings give, with their number in it. */
function documentOf(number: number): { replies: { status: number; body: string }[] } {
  return { replies: [{ status: 210 + number, body: `settings ${number}` }] };
}

function write(schedule: Schedule, nodes: ReceivingNodes, puts: Put[], writer: Writer): void {
  const [kind, ...changes] = writer.changes;
  if (kind === undefined) return;
  schedule.act(`${kind} settings`, async () => {
    const number = puts.length + 1;
    const text = kind === 'put' ? `settings ${number}` : 'none';
    const put: Put = { text, began: nodes.step };
    puts.push(put);
    const endpoint = { accountId, token };
    try {
      if (kind === 'remove') await removeSettings(nodes.db, endpoint);
      else {
        const read = readDocument(documentOf(number), 'drop');
        await putSettings(nodes.partsOf(writer.node), endpoint, read);
      }
      put.answered = nodes.step;
    } catch {
      // Whoever put them does not know whether they count.
    }
    write(schedule, nodes, puts, { ...writer, changes });
  });
}

/**
 * Webhooks come to two nodes while the settings of their endpoint are put and removed, and nodes read them late, in vain or twice:
 *
 * - whoever is answered is answered by the settings that counted in the moment in which the capture was committed: so after a PUT was
 *   answered, on whichever node, no webhook that comes later is answered by older settings;
 * - the answer that is stored with a capture is the one that its sender got;
 * - a capture is stored once, and one that is answered 503 at most once; nobody is told that the endpoint is unknown.
 */
export const settings = model(
  'settings',
  plan,
  async ({ sends, writers }, schedule) => {
    const nodes = new ReceivingNodes(schedule);
    nodes.addAccount(accountId);
    nodes.addEndpoint(token, accountId);
    const puts: Put[] = [];
    write(schedule, nodes, puts, { node: 0, changes: ['put'] });
    await schedule.until();
    for (const { node, count } of sends) {
      const send = (left: number): void =>
        schedule.act(`a webhook comes to node ${node}`, async () => {
          await nodes.send(node, token);
          if (left > 1) send(left - 1);
        });
      send(count);
    }
    for (const writer of writers) write(schedule, nodes, puts, writer);
    await schedule.until();
    for (const sent of nodes.sent) {
      const fault = faultOf(sent, nodes) ?? staleness(sent, puts);
      if (fault !== undefined) throw new Error(`${sent.mark}: ${fault}`);
    }
  },
  200,
);

function faultOf({ status, body, id, mark }: Sent, nodes: ReceivingNodes): string | undefined {
  const rows = nodes.rowsOf(mark);
  if (rows.length > 1) return 'it is stored twice';
  if (status === 503) return undefined;
  const [row] = rows;
  if (id === undefined || row?.id !== id)
    return `answered ${status} as ${id}, stored as ${row?.id}`;
  const document = nodes.commitOf(id)?.endpoints.get(token)?.document;
  const reply = document === undefined ? undefined : JSON.parse(document).replies[0];
  const stored = nodes.storedAnswer(id);
  if (reply === undefined) {
    if (status !== 200) return `answered ${status} without settings`;
    return stored === undefined ? undefined : `${stored} is stored without settings`;
  }
  if (body !== reply.body) return `answered "${body}" under "${reply.body}"`;
  return stored === String(status) ? undefined : `answered ${status}, stored ${stored}`;
}

/** Settings that were replaced before the webhook came cannot answer it: another PUT lies between, wholly behind theirs. */
function staleness({ status, body, began }: Sent, puts: readonly Put[]): string | undefined {
  if (status === 503) return undefined;
  const text = status === 200 ? 'none' : body;
  const answering = puts.filter((put) => put.text === text);
  // None counted in the beginning.
  if (text === 'none') answering.push({ text, began: 0, answered: 0 });
  const isReplaced = ({ answered: end = Number.POSITIVE_INFINITY }: Put) =>
    puts.some((put) => put.text !== text && put.began > end && (put.answered ?? began) < began);
  return answering.every(isReplaced) ? `"${text}" answers although it was replaced` : undefined;
}
