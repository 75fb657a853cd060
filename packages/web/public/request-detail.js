import { call } from './service.js';
import { sizeOf } from './words.js';

/** Larger bodies are offered as a download only (bytes). */
const largestShownBody = 512 * 1024;

/**
 * The box below a row; its text comes in when the service has answered.
 * @param {import('./request-list.js').Summary} request
 */
export function detailOf(request) {
  const text = document.createElement('pre');
  text.tabIndex = 0;
  text.setAttribute('role', 'region');
  text.setAttribute('aria-label', `Request ${request.id}`);
  text.textContent = 'Loading…';
  const detail = document.createElement('div');
  detail.className = 'detail';
  detail.append(text);
  fill(detail, text, request).catch((error) => {
    text.textContent = error.message;
  });
  return detail;
}

/**
 * The request as text: its line and headers as sent, an empty line, its body.
 * @param {HTMLElement} detail
 * @param {HTMLElement} text
 * @param {import('./request-list.js').Summary} request
 */
async function fill(detail, text, { id, method, bodySize }) {
  const isLarge = bodySize > largestShownBody;
  const [wire, full] = await Promise.all([
    call(`/api/requests/${id}/wire`),
    isLarge ? undefined : call(`/api/requests/${id}`),
  ]);
  const headers = wire.headers.map(([name, value]) => `${name}: ${value}`);
  const body = isLarge ? '(The body is too large to show here.)' : full.body.raw;
  text.textContent = [`${method} ${wire.target}`, ...headers, '', body].join('\n').trimEnd();
  if (wire.droppedHeaders > 0) detail.append(note(`X- headers dropped: ${wire.droppedHeaders}.`));
  if (bodySize > 0) detail.append(download(id, bodySize));
}

/** @param {string} sentence */
function note(sentence) {
  const made = document.createElement('p');
  made.className = 'note';
  made.textContent = sentence;
  return made;
}

/**
 * @param {number} id
 * @param {number} bodySize
 */
function download(id, bodySize) {
  const link = document.createElement('a');
  link.href = `/api/requests/${id}/body`;
  link.textContent = `Download the body, byte for byte (${sizeOf(bodySize)})`;
  return link;
}
