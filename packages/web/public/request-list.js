import { detailOf } from './request-detail.js';
import { sizeOf, timeOf } from './words.js';

/**
 * A captured request as `view=summary` gives it.
 * @typedef {{ id: number, method: string, path?: string, queryParams: Record<string, string>,
 *   receivedAt: string, bodySize: number, contentType?: string }} Summary
 */

const rowsShown = 100;

/** The list of the page. It draws at most once a frame, however much arrives. */
export function requestList() {
  /** @type {{ request: Summary, isArrival: boolean }[]} */
  let undrawn = [];
  let newest = 0;
  let unheard = 0;

  /**
   * @param {Summary} request
   * @param {boolean} isArrival
   */
  function put(request, isArrival) {
    if (request.id <= newest) return;
    newest = request.id;
    if (undrawn.length === 0) requestAnimationFrame(draw);
    undrawn.push({ request, isArrival });
    if (undrawn.length > rowsShown) undrawn.shift();
  }

  function draw() {
    const list = document.getElementById('requests');
    for (const { request, isArrival } of undrawn) list.prepend(row(request, isArrival));
    undrawn = [];
    while (list.children.length > rowsShown) list.lastElementChild.remove();
    document.getElementById('empty').hidden = true;
    document.getElementById('more').hidden = list.children.length < rowsShown;
  }

  function announceArrivals() {
    announce(unheard === 1 ? 'One request has arrived.' : `${unheard} requests have arrived.`);
    unheard = 0;
  }

  return {
    length: rowsShown,
    newestId: () => newest,
    /** @param {Summary[]} requests oldest first; those it has are passed over */
    add: (requests) => {
      for (const request of requests) put(request, false);
      document.getElementById('empty').hidden = newest > 0;
    },
    /** @param {Summary} request */
    addArrival: (request) => {
      put(request, true);
      if (unheard === 0) setTimeout(announceArrivals, 1000);
      unheard += 1;
    },
  };
}

/**
 * Says it to those who hear the page instead of seeing it.
 * @param {string} text
 */
export function announce(text) {
  document.getElementById('announcement').textContent = text;
}

/**
 * One line of the list; a click opens the whole request below it.
 * @param {Summary} request
 * @param {boolean} isArrival
 */
function row(request, isArrival) {
  const query = new URLSearchParams(request.queryParams).toString();
  const time = cell('time', '', timeOf(request.receivedAt));
  time.dateTime = request.receivedAt;
  const button = cell('button', 'row', '');
  button.type = 'button';
  button.setAttribute('aria-expanded', 'false');
  button.append(
    cell('span', 'method', request.method),
    cell('span', 'path', `${request.path ?? '/'}${query && `?${query}`}`),
    cell('span', 'type', request.contentType ?? ''),
    cell('span', 'size', sizeOf(request.bodySize)),
    time,
  );
  const item = cell('li', isArrival ? 'new' : '', '');
  item.append(button);
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!isOpen));
    if (isOpen) item.lastElementChild.remove();
    else item.append(detailOf(request));
  });
  return item;
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} text
 */
function cell(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
