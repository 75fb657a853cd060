import { describe, expect, test } from 'vitest';
import { parseTarget } from '../../src/sending/sending-options.ts';

describe('an address to forward to', () => {
  test.each([
    ['http://localhost:3000/hook', 'http://localhost:3000/hook'],
    ['https://localhost/hook?a=1', 'https://localhost/hook?a=1'],
    ['localhost:3000/hook', 'http://localhost:3000/hook'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
    ['[::1]:3000', 'http://[::1]:3000/'],
    ['3000', 'http://localhost:3000/'],
    ['3000/hook', 'http://localhost:3000/hook'],
    ['3000?a=1', 'http://localhost:3000/?a=1'],
    ['10.0.0.7/hook', 'http://10.0.0.7/hook'],
  ])('may be %s', (text, address) => {
    expect(parseTarget(text).href).toBe(address);
  });

  test.each([
    ['ftp://localhost/', 'it must begin with http:// or https://'],
    ['file:///etc/passwd', 'it must begin with http:// or https://'],
    ['http://', 'it should look like http://localhost:3000/hook'],
    ['99999/hook', 'it should look like http://localhost:3000/hook'],
    ['99999', 'it should look like http://localhost:3000/hook'],
    ['http://user:secret@localhost/', 'it may not have a password in it'],
    ['http://localhost/#top', 'it may not have a "#" in it'],
  ])('may not be %s', (text, reason) => {
    expect(() => parseTarget(text)).toThrow(
      new TypeError(`"${text}" is not a URL to forward to: ${reason}`),
    );
  });
});
