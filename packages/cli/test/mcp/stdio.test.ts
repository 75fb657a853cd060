import { expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { CommandProcess } from '../forwarding/running-command.ts';
import { outcomeOf, Workplace } from '../hookwell-process.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  },
};

test('it ends when the assistant closes its input', async () => {
  await using workplace = new Workplace();
  const { code, error } = await outcomeOf(workplace.spawn(['mcp']), '');
  expect({ code, error }).toEqual({ code: 0, error: '' });
});

test('it ends with SIGTERM', async () => {
  await using workplace = new Workplace();
  await using command = new CommandProcess(workplace, ['mcp']);
  command.child.stdin?.write(`${JSON.stringify(initialize)}\n`);
  await command.linesUpTo(1);
  command.child.kill('SIGTERM');
  expect(await command.ended).toBe(0);
});

test('input that is no protocol does not end it, and everything on standard output is protocol', async () => {
  await using workplace = new Workplace();
  await using command = new CommandProcess(workplace, ['mcp']);
  const { stdin } = command.child;
  stdin?.write(`${JSON.stringify(initialize)}\n`);
  await command.linesUpTo(1);
  stdin?.write('hello\n{"half": \n[]\n\n');
  const call = { name: 'list_endpoints', arguments: {} };
  stdin?.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call })}\n`,
  );
  await eventually(() => command.lines.some((line) => JSON.parse(line).id === 2));
  for (const line of command.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  stdin?.end();
  expect(await command.ended).toBe(0);
});
