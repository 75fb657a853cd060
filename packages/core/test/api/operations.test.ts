import { describe, expect, it } from 'vitest';
import { type Operation, operations, receivePaymentEvent } from '../../src/api/index.ts';

const listed: [string, Operation][] = Object.entries({ ...operations, receivePaymentEvent });

describe('the operations', () => {
  it('are each one method of one path', () => {
    const routes = listed.map(([, { method, url }]) => `${method} ${url}`);
    expect(routes).toHaveLength(new Set(routes).size);
  });

  it.each(listed)('%s is known by its own name', (name, { schema }) => {
    expect(schema.operationId).toBe(name);
  });

  it.each(listed)('%s describes the credentials that it takes', (_name, { schema, config }) => {
    const schemes = schema.security.flatMap((scheme) => Object.keys(scheme));
    const expected = { none: [], session: ['session'], sessionOrKey: ['apiKey', 'session'] };
    expect(schemes).toEqual(expected[config.credentials]);
    if (config.credentials !== 'none') expect(schema.response).toHaveProperty('401');
    if (config.credentials === 'sessionOrKey') expect(schema.response).toHaveProperty('403');
    if (config.changes) expect(schema.response).toHaveProperty('403');
  });

  it.each(listed)(
    '%s changes something where its method does',
    (_name, { method, config, url }) => {
      // The payment provider is no browser: its signature stands for it.
      const changes = method !== 'GET' && url !== receivePaymentEvent.url;
      expect(config.changes ?? false).toBe(changes);
    },
  );

  it.each(listed.filter(([, { schema }]) => schema.body))(
    '%s can refuse a body',
    (_name, { schema }) => {
      expect(schema.response).toHaveProperty('400');
      expect(schema.response).toHaveProperty('413');
    },
  );

  it.each(listed)('%s describes each parameter of its path', (_name, { url, schema }) => {
    const inUrl = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const { properties = {} }: { properties?: object } = Object(schema.params);
    expect(Object.keys(properties)).toEqual(inUrl);
  });

  it.each(listed)('%s has one answer of success or more', (_name, { schema }) => {
    // Operations for browsers lead on.
    expect(Object.keys(schema.response).some((status) => /^(2|303)/.test(status))).toBe(true);
  });
});
