import type { ContractFinding } from '@hookwell/contract';
import { expect, test, vi } from 'vitest';
import { contract, putContract } from '../contracts/contracts.ts';
import { eventually } from '../eventually.ts';
import { openSocket } from '../raw-http.ts';
import { startAccount, startServer } from '../start-server.ts';
import { endpointWith } from './settings.ts';

test('a request that gives way before its settings were read is stored as a delivery of its own, and told to come again', async () => {
  await using server = await startServer();
  const account = await startAccount(server);
  const verify = { scheme: 'github', secrets: ['a secret of the endpoint'] };
  const token = await endpointWith(account, { verify, replies: [{ status: 201 }] });
  await putContract(account, token, contract);
  const opening = vi.spyOn(server.secrets, 'open').mockReturnValue(new Promise(() => {}));

  const answers = await Promise.all(
    ['{"a":1}', 'x'.repeat(300_000)].map(async (body) => {
      const socket = await openSocket(server.url);
      let text = '';
      socket.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      // Its sender has closed its side, and waits only for a moment.
      socket.end(
        `POST /wh/${token} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await eventually(() => socket.readableEnded);
      return text;
    }),
  );
  for (const text of answers) expect(text).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
  const stored = await account.ask(200, 'GET', '/api/requests');
  expect(stored.map(({ answer, attempt }: Record<string, unknown>) => [answer, attempt])).toEqual([
    ['503', 1],
    ['503', 1],
  ]);
  const findings = stored.map((one: { contract: ContractFinding }) => one.contract);
  expect(findings).toEqual(
    Array(2).fill({ verdict: 'none', reason: expect.stringContaining('Too many requests') }),
  );
  const deliveries = await account.ask(200, 'GET', `/api/endpoints/${token}/deliveries`);
  expect(deliveries).toHaveLength(2);
  opening.mockRestore();
});
