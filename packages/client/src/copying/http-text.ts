import { textOfBytes } from '@hookwell/match';
import { base64Lines, textOf } from './body-bytes.ts';
import { type CopiedRequest, targetOf } from './copied-request.ts';

/**
 * The request as text in the form of HTTP/1.1 (RFC 9112), with the line ends of the wire. A head in UTF-8 has the bytes that were
 * sent once the text is written in UTF-8. A body that came in chunks is written whole, with its length. A body that is not text
 * is given as Base64.
 */
export function asHttpText(captured: CopiedRequest): string {
  const lines = [`${captured.method} ${targetOf(captured.url)} HTTP/1.1`];
  for (const [name, value] of captured.headers) {
    if (name.toLowerCase() === 'transfer-encoding') {
      lines.push(`Content-Length: ${captured.body.length}`);
    } else {
      lines.push(value === '' ? `${name}:` : `${name}: ${value}`);
    }
  }
  return `${textOfBytes(lines.join('\r\n'))}\r\n\r\n${bodyText(captured.body)}`;
}

function bodyText(body: Uint8Array): string {
  const text = textOf(body);
  if (text !== undefined) return text;
  return `(${body.length} bytes that are not text, in base64)\r\n${base64Lines(body)}`;
}
