import type { Socket } from 'node:net';
import type { ErrorCode } from '@hookwell/contract';
import { latin1, mostMethodCharacters } from './head-scanner.ts';

/** What is known of a request by its head. One whose head is not whole or not valid has a method and a target alone. */
export interface RefusedHead {
  method: string;
  url: string;
  socket: Socket;
  headers: Readonly<Record<string, string | undefined>>;
  rawHeaders: readonly string[];
}

/** The reason for which the server itself ends a request, before or beside the code that handles it. */
export interface Fault {
  /** `overloaded` is not answered: its connection is closed for want of room. */
  code: Extract<ErrorCode, 'malformedHttp' | 'headersTooLarge' | 'requestTimeout' | 'overloaded'>;
  /** A sentence about what is malformed. */
  detail?: string | undefined;
}

/** Hears of a request that was refused before any code handled it; without a fault its sender has gone. */
export type RefusedHeads = (head: RefusedHead, fault: Fault | undefined) => void;

/** A line is looked at this far. */
const mostLineBytes = 1024;

const method = `[!#$%&'*+.^\`|~\\w-]{1,${mostMethodCharacters}}`;
const requestLine = new RegExp(`^(${method}) +([!-~\\x80-\\xff]+)([ \\r\\n]?)`);

/** The method and target of a head that need be neither whole nor valid, as far as it names them; undefined if it has no readable line. */
export function requestLineOf(bytes: Buffer): { method: string; url: string } | undefined {
  const found = requestLine.exec(latin1(bytes, 0, Math.min(bytes.length, mostLineBytes)));
  if (found === null) return undefined;
  const [, name = '', target = '', end] = found;
  // Of a target that is cut off, the last part of its path is not known.
  const url = end === '' ? target.slice(0, target.search(/[?#/][^?#/]*$/) + 1) : target;
  return { method: name, url };
}
