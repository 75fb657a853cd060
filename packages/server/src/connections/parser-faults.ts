/** An error of Node's HTTP server, from its parser or from the socket. */
export interface ParserError extends NodeJS.ErrnoException {
  /** What the parser says about it. */
  reason?: string;
  /** The latest piece of the connection, and how far the parser came in it. */
  rawPacket?: Buffer;
  bytesParsed?: number;
}

/** The place of a fault in a head, and the line that it is in. */
export interface FaultPlace {
  /** 0 is the request line. */
  line: number;
  /** The characters of the line that are there, one for each byte, and the place of the fault in them. */
  text: string;
  at: number;
  /** Whether its end is there. */
  isWhole: boolean;
}

const aloneLineFeed = 'a line feed without a carriage return before it';

const requestLineFaults: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: 'the method is none of HTTP',
  HPE_INVALID_URL: 'a character that an address may not have',
  HPE_INVALID_VERSION: 'the version is not HTTP/1.1 or HTTP/1.0',
  HPE_INVALID_CONSTANT: 'no HTTP version after the address',
};

const headerFaults: Readonly<Record<string, string>> = {
  HPE_UNEXPECTED_SPACE: 'white space at its beginning',
  HPE_INVALID_CONTENT_LENGTH: 'a Content-Length that is not one number',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'a second Content-Length',
  HPE_INVALID_TRANSFER_ENCODING: 'a Transfer-Encoding that does not end with chunked',
  HPE_CR_EXPECTED: aloneLineFeed,
  HPE_LF_EXPECTED: 'a carriage return without a line feed after it',
  HPE_STRICT: 'a carriage return without a line feed after it',
};

const bodyFaults: Readonly<Record<string, string>> = {
  HPE_INVALID_CHUNK_SIZE: 'the length of a chunk is no hexadecimal number',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'the extensions of a chunk are too long',
  HPE_STRICT: 'a chunk does not end where its length says',
  HPE_CR_EXPECTED: aloneLineFeed,
  HPE_INVALID_TRANSFER_ENCODING: 'its Transfer-Encoding does not end with chunked',
  HPE_INVALID_HEADER_TOKEN: 'a trailer that is no header',
};

/** The sentence about a fault of a head: it names the line, and nothing that a header says. */
export function headFaultText(error: ParserError, place: FaultPlace): string {
  if (place.line === 0) return `request line: ${requestLineFault(error, place)}`;
  return `header line ${place.line}: ${headerFault(error, place)}`;
}

/** The sentence about a fault of a body, whose chunks and trailers have no lines that are worth counting. */
export function bodyFaultText({ code = '' }: ParserError): string {
  return `body: ${bodyFaults[code] ?? 'it is not valid HTTP'}`;
}

function requestLineFault({ code = '', reason = '' }: ParserError, { text }: FaultPlace): string {
  // Methods of other protocols that the parser knows.
  if (reason.includes('method') || reason.includes('Preface')) return 'the method is none of HTTP';
  if (reason.includes('CRLF')) return 'it does not end with a carriage return and a line feed';
  if (code === 'HPE_INVALID_CONSTANT' && / HTTP\/\d\.\d\r?$/.test(text))
    return 'a space in the address';
  return requestLineFaults[code] ?? 'it is not valid HTTP';
}

function headerFault({ code = '', reason = '' }: ParserError, place: FaultPlace): string {
  if (reason.includes("can't be present"))
    return 'a Content-Length and a Transfer-Encoding in one request';
  if (code !== 'HPE_INVALID_HEADER_TOKEN') return headerFaults[code] ?? 'it is not valid HTTP';
  if (reason.includes('whitespace')) return 'white space at its beginning';
  if (reason.includes('value')) return 'a control character in the value';
  return nameFault(place);
}

function nameFault({ text, at, isWhole }: FaultPlace): string {
  const rest = text.slice(at);
  if (/^[ \t]+:/.test(rest)) return 'a space before the colon';
  if (/^[ \t]/.test(rest)) {
    if (rest.includes(':')) return 'a space in the name';
    return isWhole ? 'no colon' : 'a space in the name, or behind it';
  }
  if (text === '') return aloneLineFeed;
  if (/^(\r|$)/.test(rest)) return 'no colon';
  if (rest.startsWith(':')) return 'no name before the colon';
  return 'a character that no name may have';
}
