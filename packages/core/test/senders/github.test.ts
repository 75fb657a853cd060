import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, describe as group, it } from 'vitest';
import { describe, mostCharacters } from '../../src/senders/describe.ts';

/** Payloads that GitHub documents, by event; each folder is a version of GitHub. */
const root = dirname(fileURLToPath(import.meta.resolve('@octokit/webhooks-examples/package.json')));
interface Examples {
  name: string;
  examples: Record<string, unknown>[];
}
const payloads = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }): Examples[] =>
    JSON.parse(readFileSync(join(root, name, 'index.json'), 'utf8')),
  )
  .flatMap(({ name, examples }) => examples.map((payload) => ({ name, payload })));

const headers = [['User-Agent', 'GitHub-Hookshot/5c1a9e7']] as const;

function githubRequest(payload: unknown) {
  const body = { text: JSON.stringify(payload), isWhole: true };
  return { headers, mediaType: 'application/json', body };
}

group('GitHub', () => {
  it('has its own names for all events, with their actions', () => {
    const wrong = payloads
      .map(({ name, payload }) => ({
        expected: typeof payload.action === 'string' ? `${name}.${payload.action}` : name,
        event: describe(githubRequest(payload)).event,
      }))
      .filter(({ expected, event }) => event !== expected);
    expect(wrong).toEqual([]);
    expect(payloads.length).toBeGreaterThan(700);
  });

  it('is recognised by its bodies as well, or not at all', () => {
    const names = payloads.map(
      ({ payload }) => describe({ ...githubRequest(payload), headers: [] }).sender,
    );
    expect(new Set(names)).toEqual(new Set(['GitHub', undefined]));
    expect(names.filter((name) => name === 'GitHub').length / names.length).toBeGreaterThan(0.95);
  });

  it('sends forms too', () => {
    const { payload } = payloads.find(({ name }) => name === 'issues') ?? {};
    const text = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const request = {
      headers,
      mediaType: 'application/x-www-form-urlencoded',
      body: { text, isWhole: true },
    };
    expect(describe(request)).toEqual({ sender: 'GitHub', event: `issues.${payload?.action}` });
  });

  it('gets no name for an event that is not known', () => {
    const { payload } = payloads.find(({ name }) => name === 'star') ?? {};
    const { starred_at: _, ...rest } = payload ?? {};
    expect(describe(githubRequest({ ...rest, constellation: {} }))).toEqual({ sender: 'GitHub' });
  });

  it('gets names for cut bodies only if nothing could follow that changes them', () => {
    const wrong = payloads.filter(({ name, payload }) => {
      const full = describe(githubRequest(payload)).event;
      const { body, ...head } = githubRequest({ ...payload, filler: 0 });
      const cut = describe({ ...head, body: { ...body, isWhole: false } }).event;
      const isCertain = ['push', 'pull_request'].includes(name);
      return cut !== full && (isCertain || cut !== undefined);
    });
    expect(wrong).toEqual([]);
  });

  it('names large pushes', () => {
    const { payload } = payloads.find(({ name }) => name === 'push') ?? {};
    const commit = { id: '0'.repeat(40), message: 'Rename', modified: ['a.ts', 'b.ts'] };
    const request = githubRequest({ ...payload, commits: new Array(1000).fill(commit) });
    expect(request.body.text.length).toBeGreaterThan(mostCharacters);
    expect(describe(request)).toEqual({ sender: 'GitHub', event: 'push' });
  });

  it('has no name for a body that is cut before it is certain', () => {
    const review = payloads.find(({ name }) => name === 'pull_request_review');
    const text = JSON.stringify(review?.payload);
    for (let end = 0; end < text.length; end += 997) {
      const body = { text: text.slice(0, end), isWhole: false };
      expect(describe({ headers, mediaType: 'application/json', body })).toEqual({
        sender: 'GitHub',
      });
    }
  });
});
