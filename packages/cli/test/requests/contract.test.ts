import { expect, test } from 'vitest';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { runInProcess } from '../in-process.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));

async function run(...words: string[]) {
  return (await runInProcess(words, workplace.environment)).out;
}

test('what is pinned is compared with what comes next, and that is shown', async () => {
  const token = await workplace.visitor.endpoint();
  const post = async (body: object) =>
    String((await send(server, token, { method: 'POST', body: JSON.stringify(body) })).id);
  const paid = { type: 'order.paid', id: 1, customer: { email: 'a@b.example' } };
  await post(paid);
  expect(await run('schema', token, '--event', 'order.paid', '--pin')).toBe(
    'Pinned order.paid, from 1 sample\n',
  );
  const [fitting, differing, other] = [
    await post(paid),
    await post({ ...paid, id: '1', tax: 2 }),
    await post({ type: 'order.gone' }),
  ];
  expect(await run('requests', 'show', fitting)).toContain('\nFits the contract\n');
  expect(await run('requests', 'show', differing)).toContain(
    '\nDiffers from the contract:\n  `id` is a string, was an integer\n  `tax` is new\n',
  );
  expect(await run('requests', 'show', other)).toContain(
    '\nNot compared with the contract: The contract has no schema for `order.gone`\n',
  );
  const [headings = '', ...rows] = (await run('requests', 'list', token)).trimEnd().split('\n');
  expect(headings.split(/ {2,}/).slice(0, 3)).toEqual(['ID', 'CONTRACT', 'RECEIVED']);
  expect(rows.map((row) => row.split(/ {2,}/)[1])).toEqual(['none', 'differs', 'holds', '-']);
  const { length } = (await run('requests', 'list', token, '--match', 'contract=differs', '--json'))
    .trimEnd()
    .split('\n');
  expect(length).toBe(1);
});
