import { readFile } from 'node:fs/promises';
import { operations, receivePaymentEvent } from '@hookwell/core/api';
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

  it('says which body may be left out', () => {
    const { paths }: { paths?: object } = describeApi();
    expect(paths).toHaveProperty(['/api/auth/me', 'delete', 'requestBody', 'required'], false);
    expect(paths).toHaveProperty(['/api/auth/login', 'post', 'requestBody', 'required'], true);
  });
});
