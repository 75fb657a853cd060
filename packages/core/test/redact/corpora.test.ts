import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { expect, test } from 'vitest';
import { indentedJson } from '../../src/json/json-text.ts';
import type { RedactedRequest, RequestToShare } from '../../src/redact/index.ts';
import { hiddenValue } from '../../src/redact/index.ts';
import { samples } from '../../src/senders/tables/samples.ts';
import { schemes } from '../../src/signatures/index.ts';
import { shared, sharedJson } from './requests.ts';

const token = 'q3b0x7k2m9v4a8s1d6f5g0h2j7';
const rules = { hidden: [token], signatureHeaders: schemes.flatMap(({ headers }) => headers) };
const shown = ['shopify:orders/create', 'slack:slash-command', 'meta:verification'];

/** The requests of well-known senders, with the headers that proxies and clients add. */
const requests = samples
  .filter(({ id }) => shown.includes(id))
  .map(({ id, method, query, headers, body }) => ({
    id,
    request: {
      method,
      path: '/orders/17',
      query: query.slice(1),
      headers: [
        ['Host', 'hooks.example'],
        ['Referer', `https://a.example/wh/${token}`],
        ...headers,
      ],
      body: new TextEncoder().encode(body),
      bodySize: body.length,
    } satisfies Partial<RequestToShare>,
  }));

/** The declaration of the package has a default export; the JSON itself is the list. */
const events = examples as unknown as readonly { name: string; examples: readonly object[] }[];
const ping = events.find(({ name }) => name === 'ping')?.examples[0];
const pingText = JSON.stringify({
  ...ping,
  endpoint: `https://hooks.example/wh/${token}?x=${token}`,
});

/** An answer as people read it. */
function printed({ method, path = '', headers, query, body }: RedactedRequest): string {
  const lines = [
    `${method} ${path}`,
    ...query.map(([name, value]) => `? ${name} = ${value}`),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    `${body.contentType ?? 'no type'}, ${body.size} bytes`,
    '',
    ...(body.form ?? []).map(([name, value]) => `${name} = ${value}`),
    ...(body.text === undefined ? [] : [indentedJson(body.text)]),
  ];
  return `${lines.join('\n')}\n`;
}

test.each(['secrets', 'values'] as const)(
  'requests of well-known senders: %s are hidden',
  async (redact) => {
    const read = requests.map(
      ({ id, request }) => `# ${id}\n\n${printed(shared(request, { ...rules, redact }))}`,
    );
    await expect(read.join('\n')).toMatchFileSnapshot(`golden/senders.${redact}.txt`);
  },
);

test('a ping of GitHub tells its address and no secret', async () => {
  const text = sharedJson(pingText, rules) ?? '';
  await expect(`${indentedJson(text)}\n`).toMatchFileSnapshot('golden/github-ping.txt');
});

/** What the rules say, read from the tree that JSON.parse makes. */
function redactedTree(value: unknown, hidesValues: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => redactedTree(item, hidesValues));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => {
      const isSecret =
        !hidesValues && member !== null && secretName.test(name.replace(/[-_.]/g, ''));
      return [name, isSecret ? hiddenValue : redactedTree(member, hidesValues)];
    });
    return Object.fromEntries(members);
  }
  if (!hidesValues) return typeof value === 'string' ? redactedString(value) : value;
  if (value === null) return value;
  if (typeof value === 'string') return hiddenValue;
  return typeof value === 'number' ? 0 : false;
}

function redactedString(text: string): string {
  return text.replace(/(?<=[?&])([^=&#\s]+)=([^&#\s)]+)/g, (pair, name) =>
    secretName.test(name.replace(/[-_.]/g, '')) ? `${name}=${hiddenValue}` : pair,
  );
}

/** A tree with the trees in its strings. */
function opened(json: string): unknown {
  return JSON.parse(json, (_, value) =>
    typeof value === 'string' && /^[{[]"/.test(value) ? opened(value) : value,
  );
}

const secretName =
  /token|secret|password|passwd|apikey|auth|signature|session|credential|card|cvv|otp|key$|pass$|sig$/i;

test('of a payload of each event of GitHub is hidden what names tell, and nothing else', () => {
  for (const payload of events.flatMap((event) => event.examples.slice(0, 1))) {
    const text = JSON.stringify(payload);
    // As text, because equal trees are compared slowly.
    const shown = JSON.stringify(opened(sharedJson(text) ?? ''));
    expect(shown).toBe(JSON.stringify(redactedTree(opened(text), false)));
    const hidden = sharedJson(text, { redact: 'values' });
    expect(hidden).toBe(JSON.stringify(redactedTree(payload, true)));
  }
});
