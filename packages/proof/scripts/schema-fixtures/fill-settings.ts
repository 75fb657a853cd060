import { createHmac } from 'node:crypto';
import { eventually } from '../../../server/test/eventually.ts';
import { exchangeRaw, openSocket } from '../../../server/test/raw-http.ts';
import { send } from './captures.ts';
import type { Version } from './fill.ts';
import type { ApiVisitor } from './visitors.ts';

/** Endpoints with settings: plans of answers, signatures, kept headers, listeners, what did not get in, and contracts. */
export async function fillSettings(version: Version, owner: ApiVisitor): Promise<void> {
  const { knows } = version;
  if (knows('endpoint_settings')) await answerByPlans(version, owner);
  if (knows('endpoint_settings.secrets')) await verifySignatures(version, owner);
  if (knows('capture_kept_headers')) await keepHeaders(version, owner);
  if (knows('refusal')) await beRefused(version, owner);
  if (knows('listener_answer')) await answerByListener(version, owner);
  if (knows('capture_contract')) await compare(version, owner);
}

async function endpointWith(owner: ApiVisitor, settings: object): Promise<string> {
  const token = await owner.endpoint();
  await owner.ask(200, 'PUT', `/api/endpoints/${token}/settings`, settings);
  return token;
}

async function answerByPlans({ url }: Version, owner: ApiVisitor): Promise<void> {
  const token = await endpointWith(owner, {
    delivery: 'header.webhook-id',
    replies: [
      { when: 'path:/slow', plan: ['timeout 60s', '200'] },
      {
        when: 'json.type=hello',
        headers: { 'content-type': 'text/plain' },
        body: '{{json.challenge}}',
      },
      { plan: ['500', '429 retry-after=60', '202'] },
    ],
  });
  for (const delivery of ['one', 'two', 'one', 'one']) {
    await send(url, token, { headers: { 'webhook-id': delivery }, body: `of ${delivery}` });
  }
  const headers = { 'content-type': 'application/json' };
  await send(url, token, { headers, body: '{"type":"hello","challenge":"ä"}' });
  // A sender who hangs up before the answer.
  const socket = await openSocket(url);
  socket.on('error', () => undefined);
  socket.write(
    `POST /wh/${token}/slow HTTP/1.1\r\nHost: hooks.example\r\nWebhook-Id: three\r\nContent-Length: 2\r\n\r\nhi`,
  );
  await eventually(async () => (await deliveriesOf(owner, token)).length === 4);
  socket.destroy();
  await eventually(async () =>
    (await deliveriesOf(owner, token)).some(
      ({ attempts }) => attempts[0]?.gaveUpAfter !== undefined,
    ),
  );
  // Versions of settings: those that answered before go with their captures.
  await owner.ask(200, 'PUT', `/api/endpoints/${token}/settings`, { replies: [{ status: 202 }] });
  await send(url, token, { body: 'by the second version' });
}

async function deliveriesOf(
  owner: ApiVisitor,
  token: string,
): Promise<{ attempts: { gaveUpAfter?: number }[] }[]> {
  return await owner.ask(200, 'GET', `/api/endpoints/${token}/deliveries`);
}

async function verifySignatures({ url }: Version, owner: ApiVisitor): Promise<void> {
  const secret = 'a secret of twenty characters';
  const token = await endpointWith(owner, { verify: { scheme: 'github', secrets: [secret] } });
  const body = '{"action":"opened"}';
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  for (const right of [signature, '0'.repeat(64), undefined]) {
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      ...(right === undefined ? {} : { 'x-hub-signature-256': `sha256=${right}` }),
    };
    await send(url, token, { headers, body });
  }
}

async function keepHeaders({ url }: Version, owner: ApiVisitor): Promise<void> {
  const token = await endpointWith(owner, { xHeaders: 'keep' });
  await send(url, token, { headers: { 'x-kept': 'ä', 'x-also-kept': '' }, body: 'with headers' });
}

async function beRefused({ url }: Version, owner: ApiVisitor): Promise<void> {
  const token = await owner.endpoint();
  await exchangeRaw(url, `POST /wh/${token}/here HTTP/1.1\r\nHost: a\r\nWith Space : 1\r\n\r\n`);
  await eventually(
    async () => (await owner.ask(200, 'GET', `/api/endpoints/${token}/refusals`)).length === 1,
  );
}

async function answerByListener({ url }: Version, owner: ApiVisitor): Promise<void> {
  const token = await owner.endpoint();
  const opened = new AbortController();
  const stream = await fetch(`${url}/api/sse?endpoint=${token}&answers=20s`, {
    headers: { cookie: owner.credentials.cookie ?? '' },
    signal: opened.signal,
  });
  const sent = send(url, token, { body: 'for a listener' });
  const [newest] = await eventually(
    () => owner.ask(200, 'GET', `/api/requests/endpoint/${token}`),
    ({ length }) => length === 1,
  );
  await owner.ask(204, 'PUT', `/api/requests/${newest.id}/answer`, { status: 201, body: 'done' });
  const { status } = await sent;
  if (status !== 201) throw new Error(`a listener's answer was sent as ${status}`);
  opened.abort();
  await stream.body?.cancel().catch(() => undefined);
}

async function compare({ url }: Version, owner: ApiVisitor): Promise<void> {
  const plain = await owner.endpoint();
  const answering = await endpointWith(owner, {
    replies: [{ when: 'contract=differs', status: 422 }],
  });
  const paid = {
    type: 'object',
    properties: { type: { type: 'string' }, amount: { type: 'integer' } },
    required: ['amount'],
    additionalProperties: false,
  };
  const headers = { 'content-type': 'application/json' };
  for (const token of [plain, answering]) {
    await owner.ask(200, 'PUT', `/api/endpoints/${token}/contract`, { events: { paid } });
    for (const body of ['{"type":"paid","amount":1}', '{"type":"paid","ä":1}', '{"type":"other"}'])
      await send(url, token, { headers, body });
  }
}
