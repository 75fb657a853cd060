import { readAsOurs } from './read-as-ours.ts';

/** What a line says more exactly once it is whole. */
const lessExact = [
  /^(header line \d+: )(?:a space in the name, or behind it|a space in the name|a space before the colon|no colon)$/,
  /^(request line: )(?:no HTTP version after the address, or a space in it|no HTTP version after the address|a space in the address)$/,
];

/** What is read, and the fault as far as it is the same however the line comes in pieces. */
export function readIn(pieces: readonly Buffer[]) {
  const { requests, end, fault } = readAsOurs(pieces);
  const exact = lessExact.find((form) => form.test(fault));
  return { requests, end, fault: exact === undefined ? fault : fault.replace(exact, '$1') };
}

/** The bytes in pieces that begin at these places. */
export function inPieces(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places, bytes.length].sort((one, other) => one - other);
  return ends
    .map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
    .filter(({ length }) => length > 0);
}
