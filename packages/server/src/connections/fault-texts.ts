/*
 * The sentences about requests that are no HTTP. They name a line and a fault, and nothing that a request says.
 */

export const requestLineFaults = {
  method: 'the method is no token',
  longMethod: 'the method is longer than 64 characters',
  target: 'a character that an address may not have',
  spaceInTarget: 'a space in the address',
  noVersion: 'no HTTP version after the address',
  versionOrSpace: 'no HTTP version after the address, or a space in it',
  version: 'the version is not HTTP/1.1 or HTTP/1.0',
  lineEnd: 'it does not end with a carriage return and a line feed',
  address: 'the address is neither a path nor a URL of a valid host',
} as const;

export const headFaults = {
  aloneLineFeed: 'a line feed without a carriage return before it',
  aloneCarriageReturn: 'a carriage return without a line feed after it',
  blankBegin: 'white space at its beginning',
  control: 'a control character in the value',
  spaceBeforeColon: 'a space before the colon',
  spaceInName: 'a space in the name',
  spaceOrMore: 'a space in the name, or behind it',
  noColon: 'no colon',
  noName: 'no name before the colon',
  nameCharacter: 'a character that no name may have',
  length: 'a Content-Length that is not one number',
  secondLength: 'a second Content-Length',
  lengthAndCoding: 'a Content-Length and a Transfer-Encoding in one request',
  anotherHost: 'one more Host',
  noHost: 'a Host that is no host',
} as const;

export const bodyFaults = {
  coding: 'body: its Transfer-Encoding does not end with chunked',
  chunkSize: 'body: the length of a chunk is no hexadecimal number',
  extensions: 'body: the extensions of a chunk are too long',
  control: 'body: a control character beside the length of a chunk',
  chunkEnd: 'body: a chunk does not end where its length says',
  lineFeed: 'body: a line feed without a carriage return before it',
  trailer: 'body: a trailer that is no header',
} as const;
