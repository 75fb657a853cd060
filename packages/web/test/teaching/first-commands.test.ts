import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { visitAsGuest } from '../../../client/test/visitor-client.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { firstCommands, powerShellString } from '../../src/teaching/first-commands.ts';

const run = promisify(execFile);
const plainUrl = 'https://hooks.example.org/wh/k3v9x0q2m7c5t1b8z4w6n0d2fa';
const oddUrl = "https://hooks.example.org/it's/wh/k3v9x0q2?a=1&b=$HOME";

function commandOf(tool: string, url: string): string {
  const command = firstCommands(url).find((each) => each.tool === tool);
  if (command === undefined) throw new Error(`There is no command for ${tool}`);
  return command.text;
}

test.each([
  ['curl', (text: string) => run('bash', ['-c', text])],
  ['fetch', (text: string) => run(process.execPath, ['--input-type=module', '--eval', text])],
] as const)('%s sends the first request', async (tool, execute) => {
  await using server = await startServer();
  const client = await visitAsGuest(server);
  const { url } = await client.endpoints.create();
  await execute(commandOf(tool, url));
  const [captured] = await client.requests.list();
  expect(captured).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: { json: { hello: 'world' } },
  });
});

test('HTTPie gets the URL as one word and a field to make JSON of', () => {
  expect(commandOf('httpie', plainUrl)).toBe(`http POST ${plainUrl} hello=world`);
  expect(commandOf('httpie', oddUrl)).toBe(
    `http POST 'https://hooks.example.org/it'\\''s/wh/k3v9x0q2?a=1&b=$HOME' hello=world`,
  );
});

test('PowerShell gets the URL as a verbatim string, and lines that go on end in a backtick', () => {
  const lines = commandOf('powershell', oddUrl).split('\n');
  expect(lines[0]).toBe(
    "Invoke-RestMethod 'https://hooks.example.org/it''s/wh/k3v9x0q2?a=1&b=$HOME' `",
  );
  expect(lines.slice(0, -1).every((line) => line.endsWith(' `'))).toBe(true);
  expect(lines.at(-1)).not.toMatch(/`/);
});

test('PowerShell takes typographic quotes for quotes', () => {
  expect(powerShellString('it’s ‘so’')).toBe("'it’’s ‘‘so’’'");
  expect(powerShellString('$env:HOME `"n"`')).toBe('\'$env:HOME `"n"`\'');
});

test('curl and fetch keep an odd URL whole', async () => {
  const { stdout } = await run('bash', [
    '-c',
    `curl() { printf %s "$1"; }\n${commandOf('curl', oddUrl)}`,
  ]);
  expect(stdout).toBe(oddUrl);
  const fetched: string[] = [];
  const body = commandOf('fetch', oddUrl).replace('await fetch', 'return fetch');
  new Function('fetch', body)((url: string) => fetched.push(url));
  expect(fetched).toEqual([oddUrl]);
});
