import type { EventPlace, Marks } from '../src/senders/parts/parts.ts';
import { carriers, senders } from '../src/senders/tables/marks.ts';

/** The senders as a table in Markdown, by name; those that carry the events of many senders come last. */
export function sendersTable(): string {
  const named = senders.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    '| Sender | Recognised by | The event |',
    '|---|---|---|',
    ...[...named, ...carriers].map(row),
  ].join('\n');
}

function row(sender: Marks): string {
  const marks = [
    ...(sender.userAgents ? ['user agent'] : []),
    ...(sender.headers ?? []).map((name) => `\`${name}\``),
    ...(sender.headersTogether
      ? [sender.headersTogether.map((name) => `\`${name}\``).join(' with ')]
      : []),
    ...(sender.mediaTypes ? ['media type'] : []),
    ...(sender.query ? ['query'] : []),
    ...(sender.shapes ? ['body'] : []),
  ];
  const events =
    sender.events === 'generic'
      ? ['as of unknown senders']
      : sender.events.map((place) => placeInWords(place));
  const event = events.join(', ') || 'not in what is stored';
  return `| [${sender.name}](${sender.documentation}) | ${marks.join(', ')} | ${event} |`;
}

function placeInWords(place: EventPlace): string {
  if ('json' in place) return withSecond(`\`${place.json}\``, place.second);
  if ('header' in place) return withSecond(`header \`${place.header}\``, place.second);
  if ('form' in place) return `form field \`${place.form}\``;
  if ('query' in place) return `query \`${place.query}\``;
  if ('code' in place) return `the name of the number in \`${place.code}\``;
  if ('keys' in place) return `the name of the part that is there, such as \`${place.keys[0]}\``;
  if ('has' in place) return `\`${place.event}\` if there is \`${place.has}\``;
  if ('xml' in place) return "the body's first element";
  return "told by the body's keys, with `action`";
}

function withSecond(first: string, second: readonly string[] | undefined): string {
  if (second === undefined) return first;
  return `${first} with ${second.map((path) => `\`${path}\``).join(' or ')}`;
}
