/**
 * The program of both database threads. Each owns one connection and answers one question after the
 * other, so that the event loop never waits for the disk. A thread outlives every error of the database:
 * it answers with the error and opens a new connection if the old one may be broken.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { sendError } from '../../database/sqlite/errors.ts';
import type { AnswerMessage, AskMessage, ConnectionOwner, ThreadSettings } from './messages.ts';
import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

// The one place that starts this program passes these settings.
const settings = workerData as ThreadSettings;
if (parentPort === null) throw new Error('The database thread is started by the server');
const port: MessagePort = parentPort;

const Owner = { writer: Writer, reader: Reader }[settings.thread];
const owner: ConnectionOwner = new Owner(settings, answer);

port.on('message', (message: AskMessage) => {
  owner.receive(message);
  if (message.kind === 'close') port.close();
});

/** Runs `work` and posts its result or its error. Buffers in it are handed over, not copied. */
function answer(id: number, work: () => unknown, usedBytes?: () => number): void {
  try {
    const result = work();
    const message: AnswerMessage = { id, answer: result };
    if (usedBytes !== undefined) message.usedBytes = usedBytes();
    port.postMessage(message, buffersIn(result));
  } catch (error) {
    const message: AnswerMessage = { id, error: sendError(error) };
    port.postMessage(message);
  }
}

function buffersIn(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return [];
  if ('bodies' in result && result.bodies instanceof ArrayBuffer) return [result.bodies];
  if ('texts' in result && result.texts instanceof Uint8Array) {
    return result.texts.buffer instanceof ArrayBuffer ? [result.texts.buffer] : [];
  }
  return [];
}
