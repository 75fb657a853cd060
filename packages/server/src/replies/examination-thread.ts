import { parentPort } from 'node:worker_threads';
import { readSettings, type Settings } from '@hookwell/replies';
import { contentCodings } from '../rendering/content-coding.ts';
import { answerQuestions } from '../rendering/question-thread.ts';
import { contentTypeOf } from '../sent-request/body-text.ts';
import { parseHeaders } from '../sent-request/headers.ts';
import { textOfStart } from './body-start.ts';
import { type Examined, type ExaminedHead, examineRequest } from './examination.ts';
import { RecentByBytes } from './recent-by-bytes.ts';

/** A request to examine. The thread takes one at a time. */
export interface ExaminationAsk {
  endpointId: number;
  version: number;
  /** The settings of that version, in JSON. */
  document: string;
  head: ExaminedHead;
  /** The first bytes of the body (`body-start.ts`). */
  start: Uint8Array<ArrayBuffer>;
}

interface ReadDocument {
  version: number;
  settings: Settings;
  bytes: number;
}

/** The settings that were used last, as far as their documents together are no longer than this. */
const mostDocumentBytes = 2 * 1024 * 1024;

const known = new RecentByBytes<number, ReadDocument>(mostDocumentBytes, ({ bytes }) => bytes);

if (parentPort !== null) answerQuestions(parentPort, answer);

async function answer(ask: ExaminationAsk): Promise<Examined> {
  const { head, start } = ask;
  const headers = parseHeaders(head.headers);
  const type = contentTypeOf(headers);
  const body = await textOfStart(start, head.bodySize, contentCodings(headers), type);
  return examineRequest(settingsOf(ask), head, body);
}

function settingsOf({ endpointId, version, document }: ExaminationAsk): Settings {
  const found = known.get(endpointId);
  if (found?.version === version) return found.settings;
  const settings = readSettings(JSON.parse(document));
  known.set(endpointId, { version, settings, bytes: document.length });
  return settings;
}
