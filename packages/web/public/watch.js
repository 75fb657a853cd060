import { call } from './service.js';

/** The stream says something every 30 s; silent for this long, it is dead (milliseconds). */
const longestSilence = 75_000;
const longestPause = 15_000;

/**
 * Shows what the endpoint holds, then what arrives, for as long as the page can be seen. Every attempt
 * first reads the newest page of the list: that catches up, and tells why where it is refused.
 * @param {string} token
 * @param {ReturnType<import('./request-list.js').requestList>} list
 * @param {(sentence: string) => void} fail told when there is nothing more to try
 */
export function watch(token, list, fail) {
  let stream;
  let timer;
  let pause = 0;
  let attempt = 0;

  async function connect() {
    stop();
    const mine = attempt;
    showState('waiting', 'Connecting…');
    try {
      const page = await call(`/api/requests/endpoint/${token}?view=summary&limit=${list.length}`);
      if (mine === attempt) list.add(page.reverse());
    } catch (error) {
      if (mine === attempt) lost(error);
    }
    if (mine === attempt) openStream();
  }

  function openStream() {
    stream = new EventSource(`/api/sse?view=summary&endpoint=${token}&after=${list.newestId()}`);
    stream.onopen = () => {
      pause = 0;
      showState('live', 'Live');
      expectMore();
    };
    stream.onmessage = (event) => {
      expectMore();
      const { SSEWebhookRequest: request } = JSON.parse(event.data);
      if (request !== undefined) list.addArrival(request);
    };
    // Left alone, the browser would begin again at the old `after`.
    stream.onerror = () => lost();
  }

  function expectMore() {
    clearTimeout(timer);
    timer = setTimeout(lost, longestSilence);
  }

  /** @param {import('./service.js').Problem} [problem] */
  function lost(problem) {
    stop();
    if (problem?.status === 401 || problem?.status === 404) {
      showState('lost', 'Ended');
      fail('This URL, or the session it belongs to, has ended. Reload the page for another.');
      return;
    }
    pause = Math.min(longestPause, pause * 2 || 1000);
    const reason = problem?.message ?? 'Connection lost.';
    showState('lost', `${reason} Next attempt in ${pause / 1000} s.`);
    timer = setTimeout(connect, pause);
  }

  function stop() {
    attempt += 1;
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
  }

  // A browser has few connections for each host: pages that nobody sees give theirs back.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return void connect();
    stop();
    showState('waiting', 'Paused');
  });
  if (!document.hidden) void connect();
}

/**
 * @param {'waiting' | 'live' | 'lost'} name
 * @param {string} text
 */
export function showState(name, text) {
  const state = document.getElementById('state');
  state.dataset.state = name;
  state.textContent = text;
}
