import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { beforeFetch } from '../../../client/test/before-fetch.ts';
import { eventually } from '../../../server/test/eventually.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { send, startServer } from '../../../server/test/start-server.ts';
import { runInProcess } from '../in-process.ts';
import { KeyWorkplace } from './key-workplace.ts';

let token: string;
const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
beforeEach(async () => {
  token = await workplace.visitor.endpoint();
  await workplace.visitor.ask(200, 'PUT', settingsPath(), before);
});

const before = { replies: [{ status: 202 }] };
const settingsPath = () => `/api/endpoints/${token}/settings`;
const settings = () => workplace.visitor.ask(200, 'GET', settingsPath());

function run(...words: string[]) {
  return runInProcess(['grade', token, ...words], workplace.environment);
}

/** Sends so many requests once the endpoint answers by the plan of a grade; gives the statuses. */
async function post(count: number): Promise<number[]> {
  await eventually(settings, ({ delivery }) => delivery === 'one');
  const statuses = [];
  for (let sent = 0; sent < count; sent++) {
    const headers = { 'webhook-id': `msg_${sent}` };
    statuses.push((await send(server, token, { method: 'POST', headers })).status);
  }
  return statuses;
}

describe('grade', () => {
  test('shows each attempt and each finding, and restores the settings', async () => {
    const grading = run('--plan', '500,  429 retry-after=1 , 200', '--expect', 'attempts>=3');
    expect(await post(3)).toEqual([500, 429, 200]);
    const { out, notes } = await grading;
    expect(out).toMatch(/^✓ attempts>=3: 3 attempts arrived\. \(#\d+, #\d+ and #\d+\)\n$/);
    expect(notes[0]).toContain('The steps are in place now');
    expect(notes.slice(1, -1)).toEqual([
      expect.stringMatching(/^attempt 1 {2}#\d+ {2}\d\d:\d\d:\d\d\.\d{3}Z {2}500$/),
      expect.stringMatching(/^attempt 2 .* {2}429$/),
      expect.stringMatching(/^attempt 3 .* {2}200$/),
    ]);
    expect(notes.at(-1)).toBe('The settings of the endpoint are restored.');
    expect(await settings()).toEqual(before);
  });

  test('prints one line of JSON, and takes a receive URL', async () => {
    const url = `${server.url}/wh/${token}`;
    const words = ['grade', url, '--plan', '500', '--expect', 'attempts>=2', '--json'];
    const grading = runInProcess(words, workplace.environment);
    await post(2);
    const { out } = await grading;
    expect(out).toMatch(/^[^\n]*\n$/);
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'held',
      plan: ['500'],
      attempts: [{ answer: '500' }, { answer: '500' }],
      findings: [{ expectation: 'attempts>=2', holds: true, isKnown: true }],
      isRestored: true,
    });
  });

  test('ends with 1 if an expectation fails, and has written a report', async () => {
    const file = join(workplace.folder, 'grade.xml');
    const expected = ['--expect', 'attempts<=1 same-id', '--plan', '500'];
    const grading = run(...expected, '--junit', file).catch((error: unknown) => error);
    await eventually(
      () => readFileSync(file, { encoding: 'utf8', flag: 'a+' }),
      (text) => text.includes('The grade has not ended'),
    );
    await post(2);
    expect(await grading).toMatchObject({
      exitCode: 1,
      message: 'The sender did not meet 2 of 2 expectations',
    });
    const report = readFileSync(file, 'utf8');
    expect(report).toContain('tests="2" failures="2" errors="0"');
    expect(report).toContain('<failure message="Another id than ');
    expect(report).toContain('classname="hookwell.grade"');
    expect(report).not.toContain(token);
    expect(await settings()).toEqual(before);
  });

  test('ends with 1 if the time is over before an expectation holds', async () => {
    // It is there by the first look, which is the last one.
    const answered = beforeFetch('/deliveries', () => post(1));
    const printed = { out: '', notes: [] };
    const words = ['--expect', 'attempts>=2 same-id', '--timeout', '0', '--plan', '500'];
    const grading = runInProcess(['grade', token, ...words], workplace.environment, printed);
    const failed = grading.catch((error: unknown) => error);
    expect(await answered).toEqual([500]);
    expect(await failed).toMatchObject({
      exitCode: 1,
      message:
        'The sender did not meet 1 of 2 expectations, and left 1 of 2 expectations undecided',
    });
    expect(printed.out).toMatch(/^\? same-id: Undecided with a single attempt\. \(#\d+\)$/m);
  });

  test('ends with 3 if nothing arrives', async () => {
    const graded = run('--expect', 'same-id', '--timeout', '0');
    await expect(graded).rejects.toMatchObject({ exitCode: 3, message: 'Nothing arrived' });
    expect(await settings()).toEqual(before);
  });

  test.each([
    [['--expect', 'attempts>=4 sme-id'], '"sme-id" is not an expectation', '              ^^^^^^'],
    [['--expect', ''], 'Option --expect needs a value', undefined],
    [[], 'Option --expect is missing', undefined],
    [['--expect', 'same-id', '--plan', '500, 99'], 'in step 2, "99" is not a status', undefined],
    [['--expect', 'same-id', '--plan', '500,'], 'in step 2, "" is not a step', undefined],
    [['--expect', 'same-id', '--timeout', 'soon'], 'must be a time', undefined],
  ])('with %j is a wrong command line', async (words, sentence, quotation) => {
    const failure: unknown = await run(...words).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'UsageError' });
    expect(String(failure)).toContain(sentence);
    if (quotation !== undefined)
      expect(failure).toHaveProperty('quotation', expect.stringContaining(quotation));
    expect(await settings()).toEqual(before);
  });

  test('fails at once if its report cannot be written, or there is no such endpoint', async () => {
    const file = join(workplace.folder, 'missing', 'grade.xml');
    await expect(run('--expect', 'same-id', '--junit', file)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(file),
    });
    token = 'x'.repeat(26);
    await expect(run('--expect', 'same-id')).rejects.toThrow(`No endpoint has the token ${token}`);
  });

  test('restores the settings when it is interrupted', async () => {
    await using command = workplace.startHere('grade', token, '--expect', 'attempts>=2');
    await post(1);
    await eventually(() => command.errors.includes('attempt 1'));
    expect(await command.interrupt()).toBe(130);
    expect(command.errors).toContain('The settings of the endpoint are restored.');
    expect(await settings()).toEqual(before);
  });
});
