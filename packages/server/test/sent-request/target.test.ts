import { describe, expect, it } from 'vitest';
import { pathAndQueryOf, queryOf, subPathOf } from '../../src/sent-request/head.ts';

const url = '/wh/abc123';

describe('the target of a captured request', () => {
  it.each([
    [url, undefined],
    [`${url}?a=/b`, undefined],
    [`${url}#/b`, undefined],
    [`${url}/`, '/'],
    [`${url}//`, '//'],
    [`${url}/any/sub%20path`, '/any/sub%20path'],
    [`${url}/any?x=1`, '/any'],
    [`${url}/?x=1`, '/'],
    [`${url}/a/../%2e%2E/b`, '/a/../%2e%2E/b'],
    [`http://host${url}/a?b`, '/a'],
    [`HTTPS://user@host:8080${url}/a`, '/a'],
    [`http://host${url}`, undefined],
  ])('%s has the path %s', (target, path) => {
    expect(subPathOf(target)).toBe(path);
  });

  it.each([
    [`${url}/a?b=c?d`, `${url}/a?b=c?d`],
    [`http://host:80${url}?b`, `${url}?b`],
  ])('%s is shown as %s', (target, shown) => {
    expect(pathAndQueryOf(target)).toBe(shown);
  });

  it('has as its query what follows the first question mark', () => {
    expect(queryOf(`${url}?a?b`)).toBe('a?b');
    expect(queryOf(url)).toBe('');
  });
});
