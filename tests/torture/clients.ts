import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../packages/server/test/random.ts';
import { type Called, call, readStream, type ShownCapture } from './calls.ts';
import { bodyOf, type Operation, type Seen, seenBody } from './history.ts';
import type { ServiceNode, World } from './world.ts';

/** What is sent to some endpoints is never removed, so that nothing excuses its loss. */
const endpointKinds = ['kept', 'kept', 'cleared', 'cleared'] as const;

const sendersPerEndpoint = 3;
/** Between two webhooks of a sender. */
const pauseMs = 60;
/** Bodies of this size go another way through the service than others. */
const largeBodyBytes = 300_000;
/** Within this time the service has to come back once every fault is healed. */
const comesBackMs = 60_000;
/** A stream that has everything, and then nothing for so long, is read to its end. */
const quietMs = 1500;

interface Endpoint {
  /** In the history. */
  number: number;
  kind: (typeof endpointKinds)[number];
  token: string;
  /** Some ids of its captured requests, the newest last. */
  ids: number[];
}

/** The clients of one world. They write down all they do in `history`. */
export class Clients {
  readonly history: Operation[] = [];
  readonly #nodes: readonly ServiceNode[];
  readonly #random: Random;
  readonly #cookie: string;
  readonly #endpoints: readonly Endpoint[];
  #lastMark = 0;

  private constructor(
    { nodes }: World,
    random: Random,
    cookie: string,
    endpoints: readonly Endpoint[],
  ) {
    this.#nodes = nodes;
    this.#random = random;
    this.#cookie = cookie;
    this.#endpoints = endpoints;
  }

  /** Makes an account and its endpoints. */
  static async start(world: World, random: Random): Promise<Clients> {
    const { url } = random.pick(world.nodes);
    const guest = await call(`${url}/api/auth/guest`, { method: 'POST' });
    const cookie = responseOf(guest, 201).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const endpoints: Endpoint[] = [];
    for (const [number, kind] of endpointKinds.entries()) {
      const made = await call(`${url}/api/endpoints`, { method: 'POST', headers: { cookie } });
      const { token }: { token: string } = JSON.parse(responseOf(made, 201).text);
      endpoints.push({ number, kind, token, ids: [] });
    }
    return new Clients(world, random, cookie, endpoints);
  }

  /** Works until the signal, and finishes what is under way then. */
  async work(until: AbortSignal): Promise<void> {
    await Promise.all(
      this.#endpoints.flatMap((endpoint) => [
        ...Array.from({ length: sendersPerEndpoint }, () => this.#send(endpoint, until)),
        ...Array.from({ length: 2 }, () => this.#follow(endpoint, until)),
        this.#list(endpoint, until),
        ...(endpoint.kind === 'cleared' ? [this.#clear(endpoint, until)] : []),
      ]),
    );
  }

  /**
   * Once every fault is healed: waits until each node stores again, then reads all lists and streams at every node to their end.
   * @throws if a node does not come back
   */
  async settle(): Promise<void> {
    const self = this.#newRandom();
    for (const node of this.#nodes)
      for (const endpoint of this.#endpoints)
        await comesBack(`webhooks at node ${node.number}`, () =>
          this.#sendOne(endpoint, node, self),
        );
    await Promise.all(
      this.#nodes.flatMap((node) =>
        this.#endpoints.map(async (endpoint) => {
          await comesBack(`lists of node ${node.number}`, () => this.#readPages(endpoint, node));
          await comesBack(`streams of node ${node.number}`, () => this.#readWhole(endpoint, node));
        }),
      ),
    );
  }

  async #send(endpoint: Endpoint, until: AbortSignal): Promise<void> {
    const random = this.#newRandom();
    while (!until.aborted) {
      await this.#sendOne(endpoint, random.pick(this.#nodes), random);
      await pause(random.below(2 * pauseMs), until);
    }
  }

  /** Sends one webhook. Returns whether it is known to be stored. */
  async #sendOne(endpoint: Endpoint, node: ServiceNode, random: Random): Promise<boolean> {
    this.#lastMark += 1;
    const mark = this.#lastMark;
    const body = bodyOf(mark, sizeOf(random));
    const began = performance.now();
    const called = await call(`${node.url}/wh/${endpoint.token}${random.pick(['', '/a?b=1'])}`, {
      method: 'POST',
      headers: { 'content-type': random.pick(['text/plain', 'application/json']) },
      // One in ten comes in chunks, without its length.
      ...(random.chance(0.1) ? { body: new Blob([body]).stream(), duplex: 'half' } : { body }),
    });
    const id = this.#isDone(called, 200, 'a webhook')
      ? Number(called.headers.get('hookwell-request'))
      : undefined;
    const outcome = id !== undefined ? 'stored' : called === 'unreached' ? 'refused' : 'unknown';
    const times = { began, ended: performance.now() };
    this.history.push({
      ...{ kind: 'send', endpoint: endpoint.number, mark, ...times, outcome },
      ...(id === undefined ? {} : { id }),
    });
    if (id !== undefined) endpoint.ids.push(id);
    return id !== undefined;
  }

  /** Follows an endpoint. When a stream ends it is resumed, perhaps at another node. */
  async #follow(endpoint: Endpoint, until: AbortSignal): Promise<void> {
    const random = this.#newRandom();
    let after = 0;
    while (!until.aborted) {
      const lasting = AbortSignal.any([until, AbortSignal.timeout(300 + random.below(8000))]);
      after = await this.#readStream(endpoint, random.pick(this.#nodes), { after, until: lasting });
      await pause(20 + random.below(80), until);
    }
  }

  /** Reads a stream until the signal, or its end, and writes it down. Returns the last id that it showed, else `after`. */
  async #readStream(
    { number, token }: Endpoint,
    node: ServiceNode,
    {
      after,
      until,
      onEvent,
    }: { after: number; until: AbortSignal; onEvent?: (id: number) => void },
    isSettled = () => false,
  ): Promise<number> {
    const began = performance.now();
    const events: (Seen & { at: number })[] = [];
    let isOpen = false;
    const status = await readStream(
      `${node.url}/api/sse?endpoint=${token}${after === 0 ? '' : `&after=${after}`}`,
      {
        headers: { cookie: this.#cookie },
        signal: until,
        onOpen: () => {
          isOpen = true;
        },
        onCapture: (shown) => {
          events.push({ ...seen(shown), at: performance.now() });
          onEvent?.(shown.id);
        },
      },
    );
    if (isOpen) {
      const times = { began, ended: performance.now() };
      this.history.push({
        ...{ kind: 'stream', endpoint: number, after, ...times, events, isSettled: isSettled() },
      });
    } else if (status >= 400 && status !== 503) this.#surprise(`a stream: ${status}`);
    return events.at(-1)?.id ?? after;
  }

  /** Reads the stream of an endpoint from the beginning until it is quiet. Returns whether it stayed open until then. */
  async #readWhole(endpoint: Endpoint, node: ServiceNode): Promise<boolean> {
    const ended = new AbortController();
    let isQuiet = false;
    const quiet = () => {
      isQuiet = true;
      ended.abort();
    };
    let timer = setTimeout(quiet, quietMs);
    const onEvent = () => {
      clearTimeout(timer);
      timer = setTimeout(quiet, quietMs);
    };
    const reading = { after: 0, until: ended.signal, onEvent };
    await this.#readStream(endpoint, node, reading, () => isQuiet);
    clearTimeout(timer);
    return isQuiet;
  }

  async #list(endpoint: Endpoint, until: AbortSignal): Promise<void> {
    const random = this.#newRandom();
    while (!until.aborted) {
      await this.#readPages(endpoint, random.pick(this.#nodes), 1 + random.below(3));
      await pause(50 + random.below(500), until);
    }
  }

  /** Reads a list page by page, and writes each page down. Returns whether it came to the end. */
  async #readPages(
    { number, token }: Endpoint,
    node: ServiceNode,
    maxPages = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    let before: number | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const began = performance.now();
      const query = before === undefined ? '' : `?before=${before}`;
      const url = `${node.url}/api/requests/endpoint/${token}${query}`;
      const called = await call(url, { headers: { cookie: this.#cookie } });
      if (!this.#isDone(called, 200, 'a list')) return false;
      const next = /[?&]before=(\d+)/.exec(called.headers.get('link') ?? '')?.[1];
      const shown: ShownCapture[] = JSON.parse(called.text);
      this.history.push({
        ...{ kind: 'read', endpoint: number, began, ended: performance.now() },
        // Nothing below the beginning of the next page was looked at.
        from: next === undefined ? 1 : Number(next),
        through: before === undefined ? null : before - 1,
        captures: shown.map(seen),
      });
      if (next === undefined) return true;
      before = Number(next);
    }
    return false;
  }

  async #clear(endpoint: Endpoint, until: AbortSignal): Promise<void> {
    const random = this.#newRandom();
    while (!until.aborted) {
      await pause(300 + random.below(1500), until);
      const some = endpoint.ids[endpoint.ids.length - 1 - random.below(20)];
      // Without an answer, one with a bound excuses less.
      const through = random.chance(0.8) ? some : undefined;
      const { url } = random.pick(this.#nodes);
      const began = performance.now();
      const query = through === undefined ? '' : `?through=${through}`;
      const called = await call(`${url}/api/requests/endpoint/${endpoint.token}${query}`, {
        method: 'DELETE',
        headers: { cookie: this.#cookie },
      });
      if (called === 'unreached') continue;
      const outcome = this.#isDone(called, 204, 'a clear') ? 'done' : 'unknown';
      const times = { began, ended: performance.now() };
      this.history.push({
        ...{ kind: 'clear', endpoint: endpoint.number, ...times, outcome },
        ...(through === undefined ? {} : { through }),
      });
    }
  }

  /** Whether a call was answered with this status. Anything else than that, "come again" and no answer is a surprise. */
  #isDone(called: Called, status: number, what: string): called is Exclude<Called, string> {
    if (typeof called === 'string') return false;
    const isExpected = called.status === status || called.status === 503;
    if (!isExpected) this.#surprise(`${what}: ${called.status} ${called.text.slice(0, 200)}`);
    return called.status === status;
  }

  #surprise(text: string): void {
    this.history.push({ kind: 'surprise', text });
  }

  /** Choices of one client, which do not depend on what others choose meanwhile. */
  #newRandom(): Random {
    return new Random(this.#random.below(2 ** 31));
  }
}

function seen({ id, body }: ShownCapture): Seen {
  return seenBody(id, typeof body === 'string' ? body : body.raw);
}

function sizeOf(random: Random): number {
  if (random.chance(0.01)) return largeBodyBytes;
  return random.chance(0.1) ? random.below(20_000) : random.below(300);
}

function responseOf(called: Called, status: number): Exclude<Called, string> {
  if (typeof called !== 'string' && called.status === status) return called;
  throw new Error(`expected ${status}: ${JSON.stringify(called)}`);
}

async function comesBack(what: string, look: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + comesBackMs;
  while (!(await look())) {
    if (performance.now() > deadline)
      throw new Error(`the service did not come back within a minute: ${what}`);
    await sleep(100);
  }
}

/** Waits so long, or until the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
