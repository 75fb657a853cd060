// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the form of references to the environment
import { describe, expect, test } from 'vitest';
import { readEndpointsFile, SetupError } from '../../../src/rules/files/index.ts';

describe('a file of endpoints', () => {
  test('has names, settings, and values of the environment', () => {
    const text = `
      endpoints:
        - name: Shop
          settings:
            replies: [{ status: 202, body: "\${GREETING}" }]
        - { name: Plain }
        - { name: Reset, settings: {} }`;
    const [shop, plain, reset] = readEndpointsFile(text, { GREETING: 'hello' });
    expect(shop).toMatchObject({ name: 'Shop', place: 'endpoints[0]' });
    expect(JSON.stringify(shop?.settings)).toBe('{"replies":[{"status":202,"body":"hello"}]}');
    expect(plain).toMatchObject({ name: 'Plain', settings: undefined });
    expect(JSON.stringify(reset?.settings)).toBe('{}');
  });

  test.each([
    ['{}', undefined],
    ['', 'document: this must be an object with endpoints, and nothing stands here'],
    ['[]', 'document: this must be an object with endpoints, and a list stands here'],
    ['endpoint: []', 'endpoint: only endpoints can stand here'],
    ['endpoints: {}', 'endpoints: this must be a list, and an object stands here'],
    ['endpoints:', 'endpoints: this must be a list, and nothing stands here'],
    [
      'endpoints: [Shop]',
      'endpoints[0]: this must be an object with name, settings, and a string stands here',
    ],
    ['endpoints: [{}]', 'endpoints[0].name: this is missing'],
    [
      'endpoints: [{ name: 7 }]',
      'endpoints[0].name: this must be a string (put it in quotes), and a number stands here',
    ],
    ['endpoints: [{ name: "" }]', 'endpoints[0].name: a name has 1 to 100 characters'],
    [`endpoints: [{ name: ${'x'.repeat(101)} }]`, 'endpoints[0].name: a name has 1 to 100'],
    ['endpoints: [{ name: A, "": 1 }]', 'endpoints[0][""]: only name, settings can stand here'],
    [
      'endpoints: [{ name: A }, { name: A }]',
      'endpoints[1].name: the same stands in endpoints[0].name',
    ],
    [
      'endpoints: [{ name: A }, { name: B, settings: { replies: [{ status: 99 }] } }]',
      'endpoints[1].settings.replies[0].status: ',
    ],
    ['endpoints: [{ name: A, settings: [] }]', 'endpoints[0].settings: '],
    ['endpoints: [{ name: A, settings: { reply: [] } }]', 'endpoints[0].settings.reply: '],
  ])('%j is told with its place', (text, sentence) => {
    const read = () => readEndpointsFile(text, {});
    if (sentence === undefined) expect(read()).toEqual([]);
    else expect(read).toThrow(sentence);
  });
});

describe('a fault beside values of the environment', () => {
  const value = 'hunter2-is-the-secret';
  const clipped = `tiny-secret-${'x'.repeat(100)}`;
  const reads = (settings: string, given = value) =>
    readEndpointsFile(`endpoints: [{ name: A, settings: ${settings} }]`, {
      SECRET: given,
      SCHEME: 'custom',
      EMPTY: '',
    });

  test.each([
    ['{ replies: [{ plan: ["${SECRET}"] }] }', 'replies[0].plan[0]', 'SECRET'],
    ['{ replies: [{ delay: "${EMPTY}${SECRET}" }] }', 'replies[0].delay', 'EMPTY'],
    ['{ replies: [{ when: "${SECRET}:a" }] }', 'replies[0].when', 'SECRET'],
    ['{ replies: [{ body: "{{ ${SECRET} }}" }] }', 'replies[0].body', 'SECRET'],
    ['{ replies: [{ handshake: "${SECRET}" }] }', 'replies[0].handshake', 'SECRET'],
    ['{ delivery: "${SECRET}" }', 'delivery', 'SECRET'],
    ['{ verify: { scheme: "${SCHEME}", secrets: [a] } }', 'verify.header', 'SCHEME'],
  ])('%s names place and variable, and shows no value', (settings, place, name) => {
    const sentence = `with the value of the environment variable ${name} this makes no sense`;
    for (const given of [value, clipped]) {
      expect(() => reads(settings, given)).toThrow(
        new SetupError(`endpoints[0].settings.${place}`, sentence),
      );
    }
  });

  test('says as much as ever of what stands in the file, and of secrets', () => {
    const hex = '{ verify: { scheme: adyen, secrets: ["${SECRET}"] } }';
    expect(() => reads(hex)).toThrow('verify.secrets[0]: It is not an even number of hex digits.');
    const verify = '{ scheme: github, secrets: ["${SECRET}"] }';
    const settings = `{ verify: ${verify}, replies: [{ body: "\${SECRET}", plan: [never] }] }`;
    expect(() => reads(settings)).toThrow(
      'replies[0].plan[0]: "never" is not a step: write a status',
    );
  });
});
