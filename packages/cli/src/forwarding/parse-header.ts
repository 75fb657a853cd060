import { UsageError } from '../command-line/outcome.ts';
import type { Header } from '../sending/outgoing-headers.ts';

/** Reads `Name: value` (RFC 9110, section 5). @throws UsageError */
export function parseHeader(text: string, command: string): Header {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError(`"${text}" is no header: they look like "Name: value"`, command);
  }
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw new UsageError(`The value of ${name} has characters that cannot be sent`, command);
  }
  return [name, value];
}
