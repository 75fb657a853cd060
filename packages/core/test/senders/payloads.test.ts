import { readFileSync } from 'node:fs';
import { expect, describe as group, it } from 'vitest';
import { describe } from '../../src/senders/describe.ts';
import { carriers, senders } from '../../src/senders/tables/marks.ts';

/** A line of `payloads.jsonl`: a payload as the sender's documentation shows it, shortened. */
interface Payload {
  sender: string;
  event?: string;
  further?: number;
  headers?: Record<string, string>;
  query?: string;
  body?: unknown;
  form?: string;
  xml?: string;
}

const payloads = readFileSync(new URL('payloads.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Payload => JSON.parse(line));

function requestOf({ headers = {}, query, body, form, xml }: Payload) {
  const text = form ?? xml ?? JSON.stringify(body) ?? '';
  const usualType = form
    ? 'application/x-www-form-urlencoded'
    : xml
      ? 'text/xml'
      : 'application/json';
  const mediaType = (headers['Content-Type'] ?? usualType).split(';', 1)[0] ?? '';
  return { headers: Object.entries(headers), query, mediaType, body: { text, isWhole: true } };
}

group('payloads of senders', () => {
  it.each(payloads.map((payload) => [`${payload.sender} ${payload.event}`, payload] as const))(
    '%s',
    (_, payload) => {
      const { sender, event, further } = payload;
      expect(describe(requestOf(payload))).toEqual({
        sender,
        ...(event !== undefined && { event }),
        ...(further !== undefined && { further }),
      });
    },
  );

  it('are there for every sender of the table', () => {
    const names = [...senders, ...carriers].map(({ name }) => name);
    expect(new Set(payloads.map(({ sender }) => sender))).toEqual(new Set(names));
    expect(new Set(names).size).toBe(names.length);
  });
});

group('marks in the head', () => {
  it.each([...senders, ...carriers])('of $name are enough, each alone', (sender) => {
    const bare = { headers: [], mediaType: '' };
    const requests = [
      ...(sender.userAgents ?? []).map((agent) => ({
        ...bare,
        headers: [['USER-AGENT', `${agent.toUpperCase()}1.0`]] as const,
      })),
      ...(sender.headers ?? []).map((name) => ({ ...bare, headers: [[name, '1']] as const })),
      ...(sender.mediaTypes ?? []).map((mediaType) => ({ ...bare, mediaType })),
      ...(sender.query ? [{ ...bare, query: `?${sender.query.join('=1&')}=1` }] : []),
    ];
    for (const request of requests) expect(describe(request).sender).toBe(sender.name);
  });
});
