import { expect, test } from 'vitest';
import { forFile, forTest } from '../../server/test/kept-for.ts';
import { send, startServer, Visitor } from '../../server/test/start-server.ts';
import { Workplace } from './hookwell-process.ts';
import { loggedInGuest } from './logged-in.ts';

const server = forFile(await startServer());

/** Logged in to a new account by its password, as `register` does. */
async function registered(email: string) {
  const workplace = forTest(new Workplace());
  const password = 'correct horse battery';
  const words = ['register', '--email', email, '--password-stdin', '--url', server.url];
  await workplace.output(words, `${password}\n`);
  const { cookie } = workplace.storedLogins().credentials[server.url] ?? {};
  return { workplace, visitor: new Visitor(server, cookie === undefined ? {} : { cookie }) };
}

test('share shows a request or an endpoint to others until it is revoked', async () => {
  const { workplace } = await registered('ada@example.com');
  const created = ['endpoints', 'create', '--name', 'Shop', '--json'];
  const { token } = JSON.parse(await workplace.output(created));
  const body = JSON.stringify({ tax_id: 'DE1', password: 'p', sum: 7 });
  const { id } = await send(server, token, { method: 'POST', body });
  expect((await workplace.run(['share', 'list'])).error).toBe('Nothing is shown to others\n');
  const one = await workplace.run(['share', 'create', String(id), '--field', 'tax_id']);
  expect(one.error).toMatch(/^Share \d+ ends at \S+Z: "hookwell share revoke \d+" ends it now\n$/);
  const secret = one.out.trim().split('/s/')[1];
  const stranger = new Visitor(server);
  const shown = await stranger.ask(200, 'GET', `/api/shared/${secret}`);
  expect(shown.requests[0].body.text).toBe('{"tax_id":"•••","password":"•••","sum":7}');
  const ofEndpoint = ['share', 'create', 'Shop', '--days', '30', '--values', '--json'];
  const second = JSON.parse(await workplace.output(ofEndpoint));
  expect(second).toMatchObject({ endpoint: token, redact: 'values' });
  const lines = (await workplace.output(['share', 'list'])).split('\n');
  expect(lines[1]).toMatch(new RegExp(`^\\d+ +request ${id} +secrets +tax_id +\\S+Z$`));
  expect(lines[2]).toContain(`endpoint ${token}`);
  const [first = ''] = lines[1]?.split(' ') ?? [];
  const revoked = await workplace.run(['share', 'revoke', first]);
  expect(revoked).toEqual({ code: 0, out: '', error: `Share ${first} is ended\n` });
  await stranger.ask(404, 'GET', `/api/shared/${secret}`);
  expect((await workplace.run(['share', 'revoke', first])).error).toContain('There is no share');
  expect((await workplace.run(['share', 'create', '999999999'])).code).toBe(1);
  const { workplace: guest, visitor } = await loggedInGuest(server);
  const refused = await guest.run(['share', 'create', await visitor.endpoint()]);
  expect(refused.error).toContain('This needs a registered account: "hookwell register" makes');
  const byKey = await workplace.run(['share', 'list', '--key', `wh-${'a'.repeat(33)}`]);
  expect(byKey).toMatchObject({ code: 1, error: expect.stringContaining('not an API key') });
});

test('--team acts for a team, by its name or id', async () => {
  const { workplace, visitor } = await registered('bob@example.com');
  const { id } = await visitor.ask(201, 'POST', '/api/teams', { name: 'Payments' });
  const team = ['--team', 'Payments'];
  const none = await workplace.run(['endpoints', 'list', ...team]);
  expect(none.error).toContain('"hookwell endpoints create --team Payments" makes one');
  expect(await workplace.output(['whoami', ...team])).toMatch(/^the team "Payments" \(plan /);
  const url = await workplace.output(['endpoints', 'create', '--name', 'Ours', ...team]);
  const unnamed = await workplace.run(['requests', 'list', url]);
  expect(unnamed.error).toMatch(/^hookwell: No endpoint has the token .*"--team NAME"/);
  await send(server, url.split('/wh/')[1] ?? '', { method: 'POST', body: 'x' });
  expect(await workplace.output(['endpoints', 'list', '--team', String(id)])).toContain(url);
  expect(await workplace.output(['endpoints', 'list', '--json'])).toBe('');
  expect(await workplace.output(['requests', 'list', 'Ours', '--json', ...team])).toContain('"x"');
  await workplace.output(['requests', 'clear', 'Ours', '--yes', ...team]);
  expect(await workplace.output(['requests', 'list', '--json', ...team])).toBe('');
  expect(await workplace.run(['endpoints', 'list', '--team', 'Payment'])).toMatchObject({
    code: 1,
    error: `hookwell: You are in no team "Payment" (did you mean "Payments"?): "Payments" (${id})\n`,
  });
  const key = ['--key', `wh-${'a'.repeat(33)}`];
  const byKey = await workplace.run(['endpoints', 'list', ...team, ...key]);
  expect(byKey.error).toContain('an API key of the team acts for it without the option');
  const guest = await loggedInGuest(server);
  const inNone = await guest.workplace.run(['endpoints', 'list', ...team]);
  expect(inNone).toMatchObject({ code: 1, error: expect.stringContaining('you are in none') });
});
