import { afterAll, describe, expect, test } from 'vitest';
import { beforeFetch } from '../../../client/test/before-fetch.ts';
import { forFile } from '../../../server/test/kept-for.ts';
import { startServer } from '../../../server/test/start-server.ts';
import { KeyWorkplace } from '../forwarding/key-workplace.ts';
import { startTarget } from '../forwarding/target-server.ts';
import { startAssistant } from './assistant.ts';

const server = forFile(await startServer());
const workplace = forFile(await KeyWorkplace.on(server));
// This runs after the end of the assistant.
afterAll(() => {
  expect(assistant.errors(), 'nothing but the protocol').toBe('');
});
const assistant = forFile(await startAssistant(workplace));

async function post(token: string, id: string): Promise<Response> {
  const headers = { 'webhook-id': id };
  return await fetch(`${server.url}/wh/${token}/paid`, { method: 'POST', headers, body: id });
}

describe('an assistant', () => {
  test('sets what an endpoint answers, and reads the deliveries', async () => {
    const endpoint = await workplace.visitor.endpoint();
    expect(await assistant.use('get_settings', { endpoint })).toEqual({ settings: {} });
    const settings = { replies: [{ plan: ['503', '200'] }], delivery: 'header.webhook-id' };
    const set = await assistant.use('set_settings', { endpoint, settings });
    expect(set).toEqual({ endpoint, replies: 1 });
    expect(await assistant.use('get_settings', { endpoint })).toEqual({ settings });
    expect((await post(endpoint, 'a')).status).toBe(503);
    expect((await post(endpoint, 'a')).status).toBe(200);
    expect((await post(endpoint, 'b')).status).toBe(503);
    const page = await assistant.use('list_deliveries', { endpoint, limit: 1 });
    expect(page).toMatchObject({
      deliveries: [{ outcome: 'open', attempts: [{ answer: '503' }], differentBodies: 1 }],
      hasOlder: true,
    });
    const before = page.nextBefore;
    expect(await assistant.use('list_deliveries', { endpoint, before })).toMatchObject({
      deliveries: [{ outcome: 'accepted', attempts: [{ answer: '503' }, { answer: '200' }] }],
      hasOlder: false,
    });
    const { requests } = await assistant.use('list_requests', { endpoint, limit: 2 });
    expect(requests).toMatchObject([
      { answer: '503', attempt: 1 },
      { answer: '200', attempt: 2 },
    ]);
    const { id } = requests[1];
    expect(await assistant.use('show_request', { id })).toMatchObject({
      answer: '200',
      attempt: 2,
    });
  });

  test('is told the place of a fault, and reads large settings in pieces', async () => {
    const endpoint = await workplace.visitor.endpoint();
    const wrong = { replies: [{ status: 99 }] };
    expect(await assistant.fail('set_settings', { endpoint, settings: wrong })).toMatch(
      /^replies\[0\]\.status: /,
    );
    const settings = { replies: [{ body: 'x'.repeat(30_000) }] };
    await assistant.use('set_settings', { endpoint, settings });
    const first = await assistant.use('get_settings', { endpoint });
    expect(first.settingsText).toHaveLength(20_000);
    const offset = first.nextOffset;
    const second = await assistant.use('get_settings', { endpoint, offset });
    expect(second.nextOffset).toBeUndefined();
    expect(JSON.parse(first.settingsText + second.settingsText)).toEqual(settings);
    const unknown = 'x'.repeat(26);
    for (const tool of ['get_settings', 'list_deliveries', 'list_refusals']) {
      expect(await assistant.fail(tool, { endpoint: unknown })).toBe(
        `No endpoint has the token ${unknown}: is it a team's ("--team NAME")?`,
      );
    }
  });

  test('grades a sender', async () => {
    const endpoint = await workplace.visitor.endpoint();
    const input = { endpoint, expect: 'attempts>=2 same-id', plan: '500, 200' };
    expect(await assistant.fail('grade_sender', { ...input, expect: 'atempts' })).toMatch(
      /^expect: /,
    );
    expect(await assistant.fail('grade_sender', { ...input, plan: '500, 1000' })).toMatch(/plan/);
    // All attempts are there by the first look at them, however long that takes.
    const answered = beforeFetch('/deliveries', async () => [
      (await post(endpoint, 'a')).status,
      (await post(endpoint, 'a')).status,
    ]);
    const grading = assistant.use('grade_sender', { ...input, timeoutSeconds: 1 });
    expect(await answered).toEqual([500, 200]);
    const { outcome, findings, attempts } = await grading;
    expect(outcome).toBe('held');
    expect(findings).toMatchObject([{ holds: true }, { holds: true }]);
    expect(attempts.map(({ answer }: { answer: string }) => answer)).toEqual(['500', '200']);
    expect(await assistant.use('get_settings', { endpoint })).toEqual({ settings: {} });
  });

  test('tests a receiver', async () => {
    let sum = 0;
    await using target = await startTarget((_arrival, response) => {
      sum += 1;
      response.writeHead(sum === 3 ? 500 : 200).end();
    });
    const endpoint = await workplace.visitor.endpoint();
    for (const id of ['a', 'b', 'c', 'd', 'e']) await post(endpoint, id);
    const input = { match: 'path=/paid', endpoint, url: `${target.url}/hook` };
    const faults = { duplicate: 2, shuffle: true, drop: 0.2, seed: 7 };
    const told = await assistant.use('replay_with_faults', { ...input, ...faults });
    expect(told).toMatchObject({ requests: 5, sent: 8, duplicated: 4, dropped: 1, seed: 7 });
    expect(told.refused).toBe(1);
    expect(told.firstRefused).toMatchObject([{ status: 500 }]);
    expect(target.arrivals).toHaveLength(8);
    const order = target.arrivals.map(({ body }) => body.toString());
    await assistant.use('replay_with_faults', { ...input, ...faults });
    expect(target.arrivals.slice(8).map(({ body }) => body.toString())).toEqual(order);
    const wrong = (more: object) => assistant.fail('replay_with_faults', { ...input, ...more });
    expect(await wrong({ ids: [1] })).toBe('Give either ids or match');
    expect(await wrong({ match: 'path=/nothing' })).toBe('No stored request matches');
    expect(await wrong({ url: 'http://hooks.example/' })).toContain('Nothing may be sent');
  });
});
