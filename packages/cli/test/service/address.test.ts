import { expect, test } from 'vitest';
import { isUnencrypted, serviceAddress } from '../../src/service/address.ts';

test.for<[string, string]>([
  ['http://localhost:8080', 'http://localhost:8080'],
  ['HTTPS://Hooks.Example.ORG/', 'https://hooks.example.org'],
  ['https://example.org/hooks//', 'https://example.org/hooks'],
  ['http://[::1]:80', 'http://[::1]'],
])('%s is the service at %s', ([given, address]) => {
  expect(serviceAddress(given, '--url')).toBe(address);
});

test.for<[string, string]>([
  ['localhost:8080', 'an address begins with http:// or https://'],
  ['ftp://example.org', 'an address begins with http:// or https://'],
  ['http://', 'this is no address'],
  ['http://a b', 'this is no address'],
  ['https://ada:secret@example.org', 'an address has no name and password'],
  ['https://example.org/?a=1', 'an address has neither "?" nor "#"'],
  ['https://example.org/x/wh/0h2v8q6c1d/path', 'the service is perhaps at https://example.org/x'],
])('%s is refused: %s', ([given, sentence]) => {
  expect(() => serviceAddress(given, '--url')).toThrow(sentence);
});

test('only messages to this machine go unencrypted without a warning', () => {
  expect(isUnencrypted('http://example.org')).toBe(true);
  expect(isUnencrypted('http://localhost.example.org')).toBe(true);
  expect(isUnencrypted('https://example.org')).toBe(false);
  for (const host of ['localhost', 'hooks.localhost', '127.0.0.1', '[::1]']) {
    expect(isUnencrypted(`http://${host}:8080`)).toBe(false);
  }
});
