import { memberOf } from './member-of.ts';

/** The body of a request in an archive. */
export interface HarBody {
  body: Uint8Array;
  /** Why these may not be the bytes that were sent, in a sentence. */
  doubt?: string;
}

/** The bytes of a body, as far as an archive has them: as text, in Base64, or as the fields of a form. */
export function harBody(postData: unknown, bodySize: unknown): HarBody {
  const size = typeof bodySize === 'number' && bodySize >= 0 ? bodySize : undefined;
  const body = bytesOf(postData, size);
  if (body === undefined) {
    const doubt = size
      ? `The archive has no body of this request, which had ${size} bytes.`
      : undefined;
    return { body: new Uint8Array(), ...(doubt && { doubt }) };
  }
  const doubt = doubtAbout(postData, body, size);
  return { body, ...(doubt && { doubt }) };
}

function bytesOf(postData: unknown, size: number | undefined): Uint8Array | undefined {
  // Archives of this service have exact bytes here.
  const exact = memberOf(postData, '_base64');
  if (typeof exact === 'string') return Buffer.from(exact, 'base64');
  const text = memberOf(postData, 'text');
  if (typeof text === 'string' && memberOf(postData, 'encoding') === 'base64') {
    return Buffer.from(text, 'base64');
  }
  if (typeof text === 'string' && text !== '') return textBytes(text, size);
  return formBytes(memberOf(postData, 'params')) ?? (text === '' ? new Uint8Array() : undefined);
}

/** Text stands for its bytes in UTF-8, unless one byte a character gives the size that is told. */
function textBytes(text: string, size: number | undefined): Uint8Array {
  const bytes = Buffer.from(text);
  const isLatin1 = size !== undefined && size !== bytes.length && size === text.length;
  return isLatin1 && /^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : bytes;
}

/** A form as most senders encode it. */
function formBytes(params: unknown): Uint8Array | undefined {
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const fields = params.map((param: unknown): [string, string] => [
    String(memberOf(param, 'name') ?? ''),
    String(memberOf(param, 'value') ?? ''),
  ]);
  return Buffer.from(new URLSearchParams(fields).toString());
}

function doubtAbout(
  postData: unknown,
  body: Uint8Array,
  size: number | undefined,
): string | undefined {
  const [text, comment] = [memberOf(postData, 'text'), memberOf(postData, 'comment')];
  if (typeof comment === 'string' && comment !== '') {
    return `The archive says of the body: ${comment}`;
  }
  if (size !== undefined && size !== body.length) {
    return `The archive has ${body.length} bytes of the body, and ${size} were sent.`;
  }
  if (memberOf(postData, '_base64') !== undefined) return undefined;
  if (typeof text === 'string' && text.includes('\ufffd')) {
    return 'The archive lacks bytes of the body that are not text.';
  }
  return text === undefined || text === ''
    ? 'The body was put together from the fields of the form.'
    : undefined;
}
