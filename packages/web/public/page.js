// The first page: gives a visitor a working receive URL and shows what arrives at it, live.
// Whatever a sender sent is put into the page by `textContent` alone.

import { announce, requestList } from './request-list.js';
import { call, Problem, post } from './service.js';
import { showState, watch } from './watch.js';

/** @param {string} id */
const element = (id) => document.getElementById(id);

start().catch((error) => {
  element('url').textContent = 'No URL yet';
  element('kept').textContent = '';
  element('url').removeAttribute('aria-busy');
  showState('lost', 'Not connected');
  fail(error instanceof Problem ? error.message : 'This page has failed. Reload it to try again.');
});

async function start() {
  const [service, who] = await Promise.all([call('/api/service'), principal()]);
  const { token } = await endpoint();
  const url = `${service.receiveBaseUrl}/wh/${token}`;
  const curl = `curl -H 'Content-Type: application/json' \\\n-d '{"hello": "world"}' \\\n${url}`;
  // A line may break before the token rather than in it.
  element('url').replaceChildren(
    `${service.receiveBaseUrl}/wh/`,
    document.createElement('wbr'),
    token,
  );
  element('url').removeAttribute('aria-busy');
  element('curl').textContent = curl;
  element('kept').textContent = keptSentence(service.plans, who);
  offerCopy('copy-url', url);
  offerCopy('copy-curl', curl);
  offerTest(url);
  watch(token, requestList(), fail);
}

/** The visitor's principal; whoever has no session yet gets a guest's. */
async function principal() {
  try {
    return await call('/api/auth/me');
  } catch (error) {
    if (error.status !== 401) throw error;
    return call('/api/auth/guest', post);
  }
}

/** The newest endpoint the visitor has, or a new one. */
async function endpoint() {
  const endpoints = await call('/api/endpoints');
  return endpoints.at(-1) ?? call('/api/endpoints', post);
}

/**
 * What the plan keeps and whose the URL is, in words.
 * @param {{ plan: string, requestsPerEndpoint: number, days: number }[]} plans
 * @param {{ plan: string, isGuest: boolean, email?: string }} who
 */
function keptSentence(plans, who) {
  const limits = plans.find(({ plan }) => plan === who.plan);
  const kept = limits
    ? `Keeps the newest ${limits.requestsPerEndpoint.toLocaleString()} requests for ${limits.days} days. `
    : '';
  const owner = who.isGuest ? 'this browser: you are a guest here' : who.email;
  return `${kept}It belongs to ${owner}.`;
}

/**
 * @param {string} id of the button
 * @param {string} text to copy
 */
function offerCopy(id, text) {
  const button = element(id);
  const label = button.firstChild;
  let timer;
  button.disabled = false;
  button.addEventListener('click', async () => {
    const done = await copy(text);
    label.textContent = done ? 'Copied' : 'Failed';
    announce(done ? 'Copied.' : 'Copying failed; select the text instead.');
    clearTimeout(timer);
    timer = setTimeout(() => {
      label.textContent = 'Copy';
    }, 2000);
  });
}

/**
 * Says whether it worked.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // On plain http, but for localhost, browsers have no clipboard object: the old way still works.
    const focused = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.readOnly = true;
    field.className = 'unseen';
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    focused?.focus();
    return done;
  }
}

/** @param {string} url */
function offerTest(url) {
  const button = element('send');
  button.disabled = false;
  button.addEventListener('click', async () => {
    element('sent').textContent = 'Sending…';
    try {
      const body = { event: 'test', from: 'the Hookwell page', sentAt: new Date().toISOString() };
      const answer = await call(url, {
        ...post,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // The cookie is for our API; captured, it would lie among the headers.
        credentials: 'omit',
      });
      element('sent').textContent = `Stored as request ${answer.id}.`;
    } catch (error) {
      element('sent').textContent = error.message;
    }
  });
}

/** @param {string} sentence */
function fail(sentence) {
  element('problem').textContent = sentence;
  element('problem').hidden = false;
}
