import { bashWord } from '@hookwell/client/copying';

/** Options of curl that send something with the field that tells deliveries apart. */
function optionsFor(delivery: string | undefined): string[] {
  const [, header] = /^header\.([\w-]+)$/.exec(delivery ?? '') ?? [];
  const [, member] = /^json\.([\w-]+)$/.exec(delivery ?? '') ?? [];
  if (member !== undefined) {
    return ["-H 'Content-Type: application/json'", `-d '{"${member}": "first"}'`];
  }
  return [`-H ${bashWord(`${header ?? 'webhook-id'}: first`)}`, `-d '{"hello": "world"}'`];
}

/**
 * A command that is one attempt of a delivery: the same command again is the next one.
 * @param delivery the field of the endpoint's settings
 */
export function exampleAttempt(url: string, delivery: string | undefined): string {
  return [`curl -i ${bashWord(url)}`, ...optionsFor(delivery)].join(' \\\n  ');
}
