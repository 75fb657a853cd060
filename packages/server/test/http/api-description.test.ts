import { readFile } from 'node:fs/promises';
import { operations, receivePaymentEvent } from '@hookwell/contract';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../../src/http/api-document.ts';
import { forFile } from '../kept-for.ts';
import { startContractApp } from './contract-app.ts';

const app = forFile(await startContractApp());

describe('the API description', () => {
  it('is served with the address of the receive URLs', async () => {
    const answer = await app.send({ method: 'GET', path: '/api/openapi.json' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const expected = describeApi({ receiveBaseUrl: 'https://in.example.org' });
    expect(JSON.parse(answer.text)).toEqual(expected);
    expect(answer.text).toContain('"default":"https://in.example.org"');
  });

  it('is made once', async () => {
    const ask = { method: 'GET', path: '/api/openapi.json' };
    const { text } = await app.send(ask);
    const { schema } = operations.getService;
    const { summary } = schema;
    Object.assign(schema, { summary: 'Would show in a description that is made now' });
    try {
      expect((await app.send(ask)).text).toBe(text);
    } finally {
      Object.assign(schema, { summary });
    }
  });

  it('is the one in docs/', async () => {
    const copy = new URL('../../../../docs/openapi.json', import.meta.url);
    expect(await readFile(copy, 'utf8')).toBe(`${JSON.stringify(describeApi(), null, 2)}\n`);
  });

  it('has every operation with every status', () => {
    const { paths }: { paths?: Record<string, Record<string, object>> } = describeApi();
    for (const { method, url, schema } of [...Object.values(operations), receivePaymentEvent]) {
      const operation = paths?.[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: schema.operationId });
      const statuses = Object.fromEntries(
        Object.keys(schema.response).map((status) => [status, expect.anything()]),
      );
      expect(operation).toMatchObject({ responses: statuses });
    }
    expect(paths).toHaveProperty(['/wh/{token}', 'put']);
    expect(paths).toHaveProperty(['/wh/{token}/{path}', 'post']);
  });

  it('has both credentials', () => {
    expect(describeApi()).toHaveProperty('components.securitySchemes.apiKey.scheme', 'bearer');
    expect(describeApi()).toHaveProperty('components.securitySchemes.session.in', 'cookie');
  });

  it('says which body may be left out', () => {
    const { paths }: { paths?: object } = describeApi();
    expect(paths).toHaveProperty(['/api/auth/me', 'delete', 'requestBody', 'required'], false);
    expect(paths).toHaveProperty(['/api/auth/login', 'post', 'requestBody', 'required'], true);
  });
});

describe('the page at /docs', () => {
  it('allows its own files alone', async () => {
    const answer = await app.send({ method: 'GET', path: '/docs' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    const [nonce = ''] = /(?<=script-src 'nonce-)[\w-]{22}(?=';)/.exec(policy) ?? [];
    expect(answer.text.match(/<(script|link rel="stylesheet") nonce="[\w-]*"/g)).toEqual([
      `<link rel="stylesheet" nonce="${nonce}"`,
      `<script nonce="${nonce}"`,
      `<script nonce="${nonce}"`,
    ]);
  });

  it('names nothing but files that are there', async () => {
    const { text } = await app.send({ method: 'GET', path: '/docs' });
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(3);
    for (const path of named.filter((address) => address !== 'data:,')) {
      expect(path).toMatch(/^\//);
      expect(await app.send({ method: 'GET', path }), path).toMatchObject({ status: 200 });
    }
  });
});
