import type { Shape } from './json-picker.ts';

const nameAndValue: Shape = { members: { name: 'text', value: 'text' } };

const ownFacts: Readonly<Record<string, Shape>> = {
  ...{ id: 'text', endpointId: 'text', ipAddress: 'text', droppedHeaders: 'text' },
  ...{ delivery: 'text', attempt: 'text', answer: 'text', event: 'text' },
  signature: { members: { verdict: 'text' } },
  contract: { members: { verdict: 'text' } },
};

/** What is read of an entry of an HTTP archive (HAR 1.2): nothing of the answer. */
const harEntry: Readonly<Record<string, Shape>> = {
  startedDateTime: 'text',
  request: {
    members: {
      ...{ method: 'text', url: 'text', bodySize: 'text' },
      headers: { items: nameAndValue },
      postData: {
        members: {
          ...{ mimeType: 'text', encoding: 'text', comment: 'text', text: 'long', _base64: 'long' },
          params: {
            items: {
              members: { name: 'long', value: 'long', fileName: 'text', contentType: 'text' },
            },
          },
        },
      },
    },
  },
  _hookwell: { members: { ...ownFacts, target: 'text' } },
};

/** What is read of a captured request in our JSON lines (`exactRequestJson`). */
const jsonLine: Readonly<Record<string, Shape>> = {
  ...ownFacts,
  ...{ receivedAt: 'text', method: 'text', target: 'text', path: 'text', bodySize: 'text' },
  headers: { items: { items: 'text' } },
  ...{ body: 'long', bodyBase64: 'long' },
};

/** An entry by itself: of an archive, or a line. */
const entry = { ...harEntry, ...jsonLine };
export const entryShape: Shape = { members: entry };

/** An archive, or an entry by itself. */
export const archiveShape: Shape = {
  members: { log: { members: { entries: { each: { members: harEntry } } } }, ...entry },
};
