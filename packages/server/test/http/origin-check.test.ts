import { expect, test } from 'vitest';
import { isOwnOrigin } from '../../src/http/cors.ts';

const base = 'https://hooks.example.org';
const host = 'hooks.example.org';

function check(headers: { site?: string; origin?: string; host?: string | undefined }): boolean {
  return isOwnOrigin(
    {
      secFetchSite: headers.site,
      origin: headers.origin,
      host: 'host' in headers ? headers.host : host,
    },
    base,
  );
}

test.each([
  ['same-origin', true],
  ['none', true],
  ['same-site', false],
  ['cross-site', false],
  ['', false],
  ['same-origin, same-origin', false],
])('Sec-Fetch-Site %j decides: %s', (site, allowed) => {
  expect(check({ site })).toBe(allowed);
  // The value of Origin does not matter here.
  expect(check({ site, origin: base })).toBe(allowed);
  expect(check({ site, origin: 'https://evil.example' })).toBe(allowed);
});

test.each([
  ['https://hooks.example.org', true],
  ['HTTPS://HOOKS.EXAMPLE.ORG', true],
  ['http://hooks.example.org', true], // the Host that was asked
  ['https://hooks.example.org:8443', false],
  ['https://evil.example', false],
  ['https://hooks.example.org.evil.example', false],
  ['https://evil.example/https://hooks.example.org', false],
  ['https://hooks.example.org@evil.example', false],
  ['https://hooks.example.org, https://evil.example', false],
  ['null', false],
  ['', false],
  ['file://', false],
  ['chrome-extension://hooks.example.org', false],
])('without it, Origin %j decides: %s', (origin, allowed) => {
  expect(check({ origin })).toBe(allowed);
});

test.each([
  ['http://localhost:3000', 'localhost:3000', true],
  ['http://localhost:3000', 'LOCALHOST:3000', true],
  ['http://localhost:3000', 'localhost:3001', false],
  ['http://localhost', 'localhost:80', true],
  ['https://a.example', 'a.example:443', true],
  ['http://a.example', 'a.example:443', false],
  ['http://[::1]:8080', '[::1]:8080', true],
  ['http://a.example', undefined, false],
  ['http://a.example', 'not a host', false],
])('Origin %j at Host %j: %s', (origin, asked, allowed) => {
  expect(check({ origin, host: asked })).toBe(allowed);
});

test('the base URL counts behind a proxy that changes Host', () => {
  expect(check({ origin: base, host: '10.0.0.7:8080' })).toBe(true);
});

test('a client that sends neither is let through', () => {
  expect(check({})).toBe(true);
});
