import type { WriteStream } from 'node:tty';
import { textOfBytes } from '@hookwell/core/match';
import { localZone } from '@hookwell/core/match/text/times';
import type { DestinationStream } from 'pino';
import type { CommittedCapture } from './capture-log/announcements.ts';
import type { CommitFeed } from './capture-log/capture-log.ts';

// The output of a server for a person at its terminal. Everywhere else its log is JSON, and it says nothing of captures.

/** Writes one line. */
type Print = (line: string) => void;

/** The most captures in a second that have a line each. */
const mostCapturesASecond = 20;

/** The most characters of an address, and of anything else that a sender chooses. */
const mostCharacters = 100;

/** The most characters of a log line. */
const mostLogCharacters = 2000;

/** So many characters wait for a terminal that takes none: further lines are left out. */
const mostWaitingCharacters = 64 * 1024;

/** Writes lines to a terminal. One that takes none, since somebody stopped it (Ctrl-S) or it is gone, holds up nothing else. */
export function printOn(terminal: WriteStream): Print {
  // Node has everything wait for what it writes to a terminal, unless its handle is told otherwise.
  const { _handle: handle }: WriteStream & { _handle?: unknown } = terminal;
  if (mayBlock(handle)) handle.setBlocking(false);
  terminal.on('error', () => {});
  let leftOut = 0;
  return (line) => {
    if (terminal.writableLength > mostWaitingCharacters) {
      leftOut += 1;
      return;
    }
    const before = leftOut === 0 ? '' : `${leftOut} lines were left out: the terminal took none\n`;
    leftOut = 0;
    terminal.write(`${before}${line}\n`);
  };
}

function mayBlock(handle: unknown): handle is { setBlocking(blocks: boolean): void } {
  return typeof handle === 'object' && handle !== null && 'setBlocking' in handle;
}

/** Shows a line for each capture from now on; of very many in a second only how many they are. */
export function showCaptures(captures: CommitFeed, print: Print): void {
  let [shown, leftOut] = [0, 0];
  const nextSecond = (): void => {
    if (leftOut > 0) print(`${leftOut} more captures`);
    [shown, leftOut] = [0, 0];
  };
  captures.onStored((stored) => {
    if (shown + leftOut === 0) setTimeout(nextSecond, 1000).unref();
    const lines = stored.slice(0, Math.max(0, mostCapturesASecond - shown));
    for (const one of lines) print(captureLine(one));
    shown += lines.length;
    leftOut += stored.length - lines.length;
  });
}

/** `12:00:00 #7 POST /wh/0h2v…/orders?a=1 25 bytes from 203.0.113.9, answered 202` */
function captureLine({ id, capture, answered }: CommittedCapture): string {
  const { receivedAt, method, target, bodySize, ipAddress } = capture;
  // Whoever has the token can send, and terminals are shown to others.
  const address = textOfBytes(target).replace(/^(\/wh\/[^/?#]{4})[^/?#]*/, '$1…');
  const answer = answered === undefined ? '' : `, answered ${shortened(answered.answer)}`;
  const size = `${bodySize} ${bodySize === 1 ? 'byte' : 'bytes'}`;
  const words = [timeOf(receivedAt), `#${id}`, shortened(method), shortened(address), size];
  return `${words.join(' ')} from ${ipAddress}${answer}`;
}

/**
 * A destination for pino that writes lines for people. Calls that were answered well are left out: the dashboard's own
 * would be most of them.
 */
export function terminalLog(print: Print): DestinationStream {
  return {
    write: (text) => {
      const line = logLine(JSON.parse(text));
      if (line !== undefined) print(line);
    },
  };
}

const levels: Readonly<Record<number, string>> = { 40: ' warning:', 50: ' error:', 60: ' error:' };

function logLine(entry: Record<string, unknown>): string | undefined {
  const { level, time, pid: _pid, hostname: _host, name: _name, msg, err, ...more } = entry;
  const { method, route, status, milliseconds, reqId: _id, ...others } = more;
  const isAnswer = msg === 'answered' && typeof status === 'number';
  if (isAnswer && status < 400) return undefined;
  const rest = isAnswer ? others : more;
  const words = isAnswer
    ? `${method} ${route ?? 'another address'}: ${status}, ${milliseconds} ms`
    : String(msg);
  const details = Object.entries(rest).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${err.stack}` : '';
  const line = `${timeOf(Number(time))}${levels[Number(level)] ?? ''} ${words}${details.join('')}${stack}`;
  return visible(line.slice(0, mostLogCharacters));
}

/** The time of day on this machine, with its zone. */
function timeOf(milliseconds: number): string {
  const time = new Date(milliseconds);
  return `${time.toTimeString().slice(0, 8)}${localZone(time)}`;
}

function shortened(text: string): string {
  return visible(text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`);
}

/** The text without characters that a terminal would act on. */
function visible(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
