import { readFile } from 'node:fs/promises';
import type { SampleRequest } from '@hookwell/client/samples';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { CommandFailure, fileFailure, UsageError } from '../command-line/outcome.ts';
import { cut, jsonLine, textTable, visible } from '../output/text.ts';
import type { Header } from '../sending/outgoing-headers.ts';
import type { StoredWebhook } from '../sending/send-webhook.ts';
import type { OutgoingRequest } from '../sending/sender.ts';
import { type ServiceValues, serviceOptions } from '../service/connect.ts';
import { receiveUrlOf, tokenOperand } from '../service/endpoints.ts';
import {
  type SigningChoice,
  type SigningValues,
  schemeOfSample,
  signingOf,
  signingOptions,
  unsignedHeaders,
} from '../signatures/signing-options.ts';

const name = 'send';

export const sendCommand = defineCommand({
  name,
  summary: 'Send a webhook to an endpoint: one of a well-known sender, or your own.',
  details: [
    'It prints the id of the captured request, whatever the endpoint answers. --samples lists the webhooks of well-known senders. Signatures in the',
    'samples are made with the secret "hookwell-sample-secret"; with --secret-env a sample is signed now with yours, as',
    'its own sender does, and --sign does the same for your own webhook.',
  ].join('\n'),
  operands: { token: { ...tokenOperand, optional: true } },
  options: {
    sample: {
      type: 'text',
      placeholder: 'SAMPLE',
      description: 'A sample, as in github:push.',
      suggestions: async () => (await loadSamples()).map(({ id }) => id),
    },
    samples: { type: 'flag', description: 'List the samples.' },
    method: {
      type: 'text',
      placeholder: 'METHOD',
      description: 'The method; else POST with data, GET without.',
    },
    path: {
      type: 'text',
      placeholder: 'PATH',
      description: 'The path after the token: /orders?page=1.',
    },
    header: {
      type: 'text',
      placeholder: 'HEADER',
      description: 'A header, as in "Content-Type: application/json".',
      repeatable: true,
    },
    data: { type: 'text', placeholder: 'TEXT', description: 'The body.' },
    'data-file': { type: 'text', placeholder: 'FILE', description: 'The file with the body.' },
    'data-stdin': { type: 'flag', description: 'Read the body from standard input.' },
    ...signingOptions,
    json: { type: 'flag', description: 'Print the id and the reply as one line of JSON.' },
    ...serviceOptions,
  },
  exclusive: ['sample', 'samples', 'data', 'data-file', 'data-stdin'],
  examples: [
    'hookwell send 0h2v8q6c1d7x5m3k9r4t8w2y6b --sample github:push',
    'hookwell send 0h2v8q6c1d7x5m3k9r4t8w2y6b --data \'{"a":1}\' --header "Content-Type: application/json"',
    'hookwell send 0h2v8q6c1d7x5m3k9r4t8w2y6b --sample github:push --secret-env GITHUB_SECRET',
    'hookwell send --samples',
  ],
  async run({ token, samples, json, ...values }, world) {
    if (samples) return listSamples(await loadSamples(), json, world);
    if (token === undefined) throw new UsageError('TOKEN is missing', name);
    const sample = values.sample === undefined ? undefined : await sampleOf(values.sample);
    const signing = await signingOfSend(values, sample, world);
    const outgoing = await requestOf(values, sample, signing, world);
    const url = new URL(await receiveUrlOf(token, values, world));
    const sent = signing === undefined ? outgoing : signedFor(url, outgoing, signing);
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { sendWebhook } = await import('../sending/send-webhook.ts');
    const stored = await sendWebhook(url, sent, world.interruption());
    world.print(json ? jsonLine(stored) : String(stored.id));
    if (!json && stored.message === undefined) world.note(answerWords(stored));
  },
});

/** So many characters of an answer are shown to people. */
const mostShownCharacters = 200;

function answerWords({ status, answer, error }: StoredWebhook): string {
  const body = answer === '' ? '' : `: ${visible(cut(answer, mostShownCharacters))}`;
  return `The endpoint answered with ${status}${body}${error === undefined ? '' : ` (${error})`}`;
}

async function loadSamples(): Promise<readonly SampleRequest[]> {
  return (await import('@hookwell/client/samples')).samples;
}

function listSamples(
  samples: readonly SampleRequest[],
  json: boolean,
  { print }: Surroundings,
): void {
  if (json) {
    for (const { id, sender, title } of samples) print(jsonLine({ id, sender, title }));
    return;
  }
  print(
    textTable(
      ['SAMPLE', 'SENDER', 'WHAT HAPPENED'],
      samples.map(({ id, sender, title }) => [id, sender, title]),
    ),
  );
}

interface SendValues extends ServiceValues, SigningValues {
  sample: string | undefined;
  method: string | undefined;
  path: string | undefined;
  header: readonly string[];
  data: string | undefined;
  'data-file': string | undefined;
  'data-stdin': boolean;
}

/** The signer of the request. A sample is signed as its own sender does, unless another scheme is named. */
async function signingOfSend(
  values: SendValues,
  sample: SampleRequest | undefined,
  world: Surroundings,
): Promise<SigningChoice | undefined> {
  const isNamed = values.sign !== undefined || values['sign-settings'] !== undefined;
  if (isNamed || sample === undefined || values['secret-env'] === undefined) {
    return await signingOf(values, world, name);
  }
  return await signingOf(values, world, name, (await schemeOfSample(sample, name)).name);
}

/** @throws {CommandFailure} if its sender could not have signed it */
function signedFor(
  receiveUrl: URL,
  outgoing: OutgoingRequest,
  { signer, address = receiveUrl }: SigningChoice,
): OutgoingRequest {
  const base = outgoing.path.startsWith('/') ? address.href.replace(/\/$/, '') : address.href;
  try {
    return signer.signed(outgoing, { url: base + outgoing.path });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SigningError')) throw error;
    throw new CommandFailure(`It cannot be signed: ${error.message}`, { cause: error });
  }
}

/** The request to send; its path comes after the receive URL. */
async function requestOf(
  values: SendValues,
  sample: SampleRequest | undefined,
  signing: SigningChoice | undefined,
  world: Surroundings,
): Promise<OutgoingRequest> {
  const path = Buffer.from(values.path ?? '').toString('latin1');
  if (!/^([/?]|$)/.test(path)) {
    throw new UsageError('Option --path must begin with "/" or "?"', name);
  }
  const own = values.header.map(parseHeader);
  if (sample !== undefined) {
    const { method, query, body } = sample;
    const headers =
      signing === undefined ? sample.headers : unsignedHeaders(sample, signing.scheme);
    const given = new Set(own.map(([header]) => header.toLowerCase()));
    return {
      method: values.method ?? method,
      path: path.includes('?') ? path : path + query,
      headers: [...headers.filter(([header]) => !given.has(header.toLowerCase())), ...own],
      body: Buffer.from(body),
    };
  }
  const body = await bodyOf(values, world);
  const method = values.method ?? (body === undefined ? 'GET' : 'POST');
  return { method, path, headers: own, body: body ?? Buffer.alloc(0) };
}

/**
 * Reads `Name: value` (RFC 9110, section 5).
 * @throws {UsageError} if the text is no header, or one that cannot be sent
 */
function parseHeader(text: string): Header {
  const [, header, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/s.exec(text) ?? [];
  if (header === undefined || value === undefined) {
    throw new UsageError(`"${text}" is not a header: they look like "Name: value"`, name);
  }
  // RFC 9110, section 5.5.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw new UsageError(`The value of ${header} has characters that cannot be sent`, name);
  }
  return [header, value];
}

/**
 * The body; `undefined` if none was given.
 * @throws {CommandFailure} if its file cannot be read
 */
async function bodyOf(values: SendValues, { input }: Surroundings): Promise<Buffer | undefined> {
  if (values.data !== undefined) return Buffer.from(values.data);
  if (values['data-stdin']) return Buffer.concat(await Array.fromAsync(input));
  const file = values['data-file'];
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch (error) {
    throw fileFailure('read', file, error);
  }
}

async function sampleOf(id: string): Promise<SampleRequest> {
  const sample = (await loadSamples()).find((candidate) => candidate.id === id);
  if (sample !== undefined) return sample;
  throw new UsageError(`There is no sample "${id}": --samples lists them`, name);
}
