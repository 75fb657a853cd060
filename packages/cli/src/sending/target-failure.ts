const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'there is no host of that name',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the connection took too long',
  ABORT_ERR: 'it was interrupted',
  EPROTO: 'it does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_UNESCAPED_CHARACTERS: 'its URL has characters that cannot be sent',
  ERR_INVALID_CHAR: 'it has a header that cannot be sent',
  ERR_INVALID_HTTP_TOKEN: 'it has a header that cannot be sent',
};

/** The reason that there was no whole answer, as the rest of a sentence, without any words of the target. */
export function failureSentence(error: unknown, hasAnswered: boolean): string {
  const code = codeOf(error);
  if (speaksHttp2Alone(error)) {
    return 'it speaks only HTTP/2, and requests are sent by HTTP/1.1: let it take HTTP/1.1 as well';
  }
  const known = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return `its answer is not HTTP (${code})`;
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return hasAnswered ? 'it broke its answer off' : 'it closed the connection without an answer';
  }
  return code === '' ? String(error) : code;
}

/** Whether the target refused HTTP/1.1 in the TLS handshake (RFC 7301), or began its answer with a frame of HTTP/2. */
function speaksHttp2Alone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/no[ _]application[ _]protocol/i.test(`${codeOf(error)} ${error.message}`)) return true;
  return 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) && isFirstFrame(error.rawPacket);
}

/** Whether it begins with SETTINGS, as every server of HTTP/2 does, or GOAWAY, on stream 0 (RFC 9113, 4.1, 6.5, 6.8). */
function isFirstFrame(bytes: Buffer): boolean {
  if (bytes.length < 9) return false;
  return [4, 7].includes(bytes.readUInt8(3)) && bytes.readUInt32BE(5) === 0;
}

/** The codes of a failed connection that may stand a moment later: the target is not there, or not yet. */
const passing: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
]);

/** Whether a connection that could not be made may stand a moment later. */
export function isPassingFailure(error: unknown): boolean {
  return passing.has(codeOf(error));
}

/** The code of the error; of an AggregateError, with one error for each address of a name, the first code. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
