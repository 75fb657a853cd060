import { readFileSync } from 'node:fs';
import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { samples } from '../../../src/senders/tables/samples.ts';

interface Payload {
  sender: string;
  body?: unknown;
}

interface Example {
  name: string;
  examples: readonly object[];
}

const shown = readFileSync(new URL('../../senders/payloads.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Payload => JSON.parse(line))
  .filter(({ body }) => body !== undefined);

/** JSON bodies that senders have sent, or show in their documentation: two by event for GitHub, all by sender for others. */
export const payloads: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  // The declaration of the package has a default export; the JSON itself is the list.
  ...(examples as unknown as readonly Example[]).map(
    (event) =>
      [
        `GitHub ${event.name}`,
        event.examples.slice(0, 2).map((body) => JSON.stringify(body)),
      ] as const,
  ),
  ...Map.groupBy(shown, ({ sender }) => sender)
    .entries()
    .map(([sender, bodies]) => [sender, bodies.map(({ body }) => JSON.stringify(body))] as const),
  ...samples
    .filter(({ body }) => body?.startsWith('{') || body?.startsWith('['))
    .map(({ id, body }) => [`sample ${id}`, [body ?? '']] as const),
]);
