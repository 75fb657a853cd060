import { describe, expect, test } from 'vitest';
import { receiveAddress } from '../../src/sending/test-request.ts';

const url = 'https://hooks.example.org/wh/k3v9x0q2m7c5t1b8z4w6n0d2fa';

describe('path and query go after the receive URL', () => {
  test.each([
    ['', ''],
    ['  ', ''],
    ['?page=2', '?page=2'],
    ['/orders?page=2', '/orders?page=2'],
    ['orders', '/orders'],
    ['/', '/'],
    ['/a b/ü', '/a%20b/%C3%BC'],
    ['/a/../b', '/b'],
  ])('%j', (typed, expected) => {
    expect(receiveAddress(url, typed)).toEqual({ kind: 'address', url: url + expected });
  });

  test.each(['/../other', '/..', '/%2e%2e/other', '/../../api/requests'])(
    'but %s would lead elsewhere',
    (typed) => expect(receiveAddress(url, typed).kind).toBe('problem'),
  );

  test('and a fragment is never sent', () => {
    expect(receiveAddress(url, '/a#b')).toMatchObject({ kind: 'problem' });
  });
});
