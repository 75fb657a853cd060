import type { ExactRequest } from '@hookwell/client';
import { base64Of } from '@hookwell/client/copying';

type Column = readonly [
  name: string,
  value: (request: ExactRequest) => string | number | undefined,
];

/** A column for each fact. A body that is no text stands in the last one, as Base64. */
const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ['receivedAt', ({ receivedAt }) => receivedAt],
  ['method', ({ method }) => method],
  ['target', ({ target }) => target],
  ['ipAddress', ({ ipAddress }) => ipAddress],
  ['headers', ({ headers }) => headers.map((header) => header.join(': ')).join('\n')],
  ['event', ({ event }) => event],
  ['signature', ({ signature }) => signature?.verdict],
  ['answer', ({ answer }) => answer],
  ['attempt', ({ attempt }) => attempt],
  ['delivery', ({ delivery }) => delivery],
  ['bodySize', ({ bodySize }) => bodySize],
  ['body', ({ text, decodedText }) => decodedText ?? text],
  ['bodyBase64', ({ text, body }) => (text === undefined ? base64Of(body) : undefined)],
];

/** The first line of a table of requests (RFC 4180), with its line end. */
export const csvHead = `${columns.map(([name]) => cell(name)).join(',')}\r\n`;

/** A request as a line of the table, with its line end. */
export function csvLine(request: ExactRequest): string {
  return `${columns.map(([, value]) => cell(value(request) ?? '')).join(',')}\r\n`;
}

/**
 * Spreadsheets would run a text that begins like a formula, so an apostrophe stands before it. Every cell is quoted: a `;` or a tab that
 * separates cells in other countries begins no further one.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function cell(value: string | number): string {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : `${value}`;
  return `"${text.replaceAll('"', '""')}"`;
}
