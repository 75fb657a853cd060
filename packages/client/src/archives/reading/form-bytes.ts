import type { Picked } from './json-picker.ts';
import { memberOf, textAt } from './picked-values.ts';

/**
 * A form from its fields, as most senders encode it: in parts if its type says so and names what stands between them,
 * else as a query. `undefined` without a field.
 */
export function formBytes(
  postData: Picked,
  contentType = textAt(postData, 'mimeType') ?? '',
): Uint8Array<ArrayBuffer> | undefined {
  const params = memberOf(postData, 'params');
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const [, quoted, plain] =
    /^multipart\/form-data *;.*?boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  const text = boundary === undefined ? queryOf(params) : partsOf(params, boundary);
  return new TextEncoder().encode(text);
}

function queryOf(params: readonly Picked[]): string {
  const fields = params.map((param): [string, string] => [
    textAt(param, 'name') ?? '',
    textAt(param, 'value') ?? '',
  ]);
  return new URLSearchParams(fields).toString();
}

/** RFC 7578, names and files escaped as browsers do. */
function partsOf(params: readonly Picked[], boundary: string): string {
  const parts = params.map((param) => {
    const [file, type] = [textAt(param, 'fileName'), textAt(param, 'contentType')];
    const named = `name="${escaped(textAt(param, 'name') ?? '')}"`;
    const head = [
      `Content-Disposition: form-data; ${named}${file === undefined ? '' : `; filename="${escaped(file)}"`}`,
      ...(type === undefined ? [] : [`Content-Type: ${type.replace(/[\r\n]/g, '')}`]),
    ];
    return `--${boundary}\r\n${head.join('\r\n')}\r\n\r\n${textAt(param, 'value') ?? ''}\r\n`;
  });
  return `${parts.join('')}--${boundary}--\r\n`;
}

function escaped(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}
