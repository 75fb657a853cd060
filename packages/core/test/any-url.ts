import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';

const escaped = fc.string({ unit: anyCharacter, maxLength: 8 }).map(encodeURIComponent);

/** Any URL of the web. That of fast-check needs its table of all characters. */
export const anyUrl: fc.Arbitrary<string> = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    host: fc.domain(),
    path: fc.array(escaped, { maxLength: 4 }),
    query: fc.option(escaped, { nil: undefined }),
    fragment: fc.option(escaped, { nil: undefined }),
  })
  .map(({ scheme, host, path, query, fragment }) => {
    const target = ['', ...path].join('/');
    const end = `${query === undefined ? '' : `?${query}`}${fragment === undefined ? '' : `#${fragment}`}`;
    return `${scheme}://${host}${target}${end}`;
  });
