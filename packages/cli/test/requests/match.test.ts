import { expect, test } from 'vitest';
import { payloads } from '../../../core/test/match/payloads.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { sendPayloads } from '../../../server/test/requests/sent-payloads.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { UsageError } from '../../src/command-line/outcome.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startTarget } from '../forwarding/target-server.ts';
import { runInProcess } from '../in-process.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
const sent = await sendPayloads(server, workplace.visitor);

const run = (...words: string[]) => runInProcess(words, workplace.environment);

/** The names of the payloads in JSON lines, in their order. */
function namesIn(lines: string): (string | undefined)[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => sent.names.get(JSON.parse(line).id));
}

const github = ['github-ping', 'github-issue'];

test('the table, an export and the newest have what matches, and nothing else', async () => {
  const match = ['--match', 'path=/github'];
  const { out: table } = await run('requests', 'list', ...match, '--limit', '50');
  expect(table.split('\n').filter((line) => line.includes('/github'))).toHaveLength(2);
  expect(table.split('\n')).toHaveLength(4);
  const { out: lines, notes } = await run('requests', 'export', '--format', 'jsonl', ...match);
  expect(namesIn(lines)).toEqual(github);
  expect(notes).toEqual(['Exported 2 requests']);
  const { out: har } = await run('requests', 'export', '--format', 'har', ...match);
  expect(JSON.parse(har).log.entries).toHaveLength(2);
  const { out: newest } = await run('requests', 'show', ...match, '--json');
  expect(namesIn(newest)).toEqual(['github-ping']);
});

test('signs of other languages are told beside the result, and what never holds is refused', async () => {
  const { notes } = await run('requests', 'list', '--match', 'path == /github', '--json');
  expect(notes).toContain(
    'Hint: == is looked for as a text: no white space stands around an operator, method=POST.',
  );
  const refused = run('requests', 'list', '--match', 'contract=ok');
  await expect(refused).rejects.toThrow('contract=ok never holds: contract is one of');
});

test('requests between those that match are left out of the JSON', async () => {
  const apart = ['--match', 'json.type:"" -has:form'];
  const { out } = await run('requests', 'export', '--format', 'jsonl', ...apart);
  expect(namesIn(out)).toEqual(['slack-challenge', 'stripe-invoice']);
  const listed = await run('requests', 'list', sent.token, '--json', ...apart);
  expect(listed).toEqual({ out, notes: [] });
});

test('a match may begin with a minus sign, and says that there may be more', async () => {
  const list = ['requests', 'list', '--json', '--match', '-path=/github'];
  expect(namesIn((await run(...list)).out)).toHaveLength(payloads.length - 2);
  const { out, notes } = await run(...list, '--limit', '1');
  expect(namesIn(out)).toEqual([payloads.at(-1)?.name]);
  expect(notes).toEqual([expect.stringContaining('There may be older ones')]);
});

test('nothing that matches is told of', async () => {
  const nowhere = ['--match', 'nowhere-at-all'];
  expect(await run('requests', 'list', ...nowhere)).toEqual({
    out: '',
    notes: ['No request matches'],
  });
  const failure = { message: 'No request matches', exitCode: 3 };
  await expect(run('requests', 'show', ...nowhere)).rejects.toMatchObject(failure);
  await expect(run('replay', '--to', '1', ...nowhere)).rejects.toMatchObject(failure);
});

test('the stored requests that match are sent again, oldest first', async () => {
  await using target = await startTarget();
  await workplace.visitor.endpoint();
  const words = ['replay', '--to', target.url, '--match', 'path=/github'];
  await run(...words, '--endpoint', `${server.url}/wh/${sent.token}`);
  expect(target.arrivals.map(({ target }) => target)).toEqual(['/github', '/github?source=org']);
  const other = await workplace.visitor.endpoint();
  await expect(run(...words, '--endpoint', other)).rejects.toThrow('No request matches');
  await expect(run(...words, '--endpoint', 'nobody')).rejects.toThrow('No endpoint has the token');
});

test.each([
  ['requests', 'list'],
  ['requests', 'export', '--format', 'har'],
  ['requests', 'show'],
  ['listen'],
  ['wait', 'abc'],
  ['replay', '--to', '3000'],
])('a wrong match is refused with its wrong part marked by %s %s', async (...words) => {
  const error = await run(...words, '--match', 'method:POST colour:red b').catch((e: unknown) => e);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^Option --match: colour is not a field.*write "colour:red"$/),
    quotation: '  method:POST colour:red b\n              ^^^^^^',
  });
});

test('the mark stands under wide, unseen and far parts of a text', async () => {
  const quotationOf = async (match: string) => {
    const error = await run('listen', '--match', match).catch((e: unknown) => e);
    return error instanceof UsageError ? error.quotation : undefined;
  };
  expect(await quotationOf('注文 x:1')).toBe('  注文 x:1\n       ^');
  expect(await quotationOf('a\u001b\n x:1')).toBe('  a␛␊ x:1\n      ^');
  expect(await quotationOf('method:')).toBe('  method:\n  ^^^^^^^');
  const far = await quotationOf(`${'a'.repeat(99)} x:1 ${'b'.repeat(100)}`);
  expect(far).toBe(`  …${'a'.repeat(59)} x:1 ${'b'.repeat(57)}…\n  ${' '.repeat(61)}^`);
});

test.each([
  [['requests', 'show'], 'ID is missing'],
  [['requests', 'show', '7', '--match', 'a'], 'Only one of ID and --match can be given'],
  [['replay', '--to', '1'], 'ID is missing'],
  [['replay', '7', '--to', '1', '--match', 'a'], 'Only one of ID, --failed and --match'],
  [['replay', '--to', '1', '--match', 'a', '--failed'], 'Only one of ID, --failed and --match'],
  [['replay', '7', '--to', '1', '--endpoint', 'a'], 'Option --endpoint needs --match'],
  [['requests', 'list', '--match', '--json'], 'Option --match needs a value'],
  [['listen', '--filter', 'a'], 'Unknown option --filter'],
])('%j is refused', async (words, sentence) => {
  const outcome = run(...words);
  await expect(outcome).rejects.toBeInstanceOf(UsageError);
  await expect(outcome).rejects.toThrow(sentence);
});
