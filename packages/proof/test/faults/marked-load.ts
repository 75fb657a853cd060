import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { startGuest, Visitor } from '../../../server/test/start-server.ts';
import { bodyOf, markOf } from '../../src/history/body.ts';
import type { ServiceNode } from '../../src/world/node.ts';
import type { World } from '../../src/world/world.ts';

/** The longest time for an answer. */
const patienceMs = 5000;

/** A few webhooks all the time, to all nodes in turn, each with a mark of its own. */
export class MarkedLoad implements AsyncDisposable {
  readonly #nodes: readonly ServiceNode[];
  readonly #cookie: string;
  readonly #token: string;
  /** The ids that were acknowledged, by mark. */
  readonly #acknowledged = new Map<number, number>();
  readonly #senders: Promise<void>[];
  #lastMark = 0;
  #isStopped = false;

  private constructor(world: World, { cookie = '' }: Visitor, token: string) {
    this.#nodes = world.nodes;
    this.#cookie = cookie;
    this.#token = token;
    this.#senders = world.nodes.flatMap((node) => [this.#send(node), this.#send(node)]);
  }

  static async start(world: World): Promise<MarkedLoad> {
    const [first] = world.nodes;
    if (first === undefined) throw new Error('a world has a node');
    const visitor = await startGuest(first);
    return new MarkedLoad(world, visitor, await visitor.endpoint());
  }

  /** Waits until each node is ready and has acknowledged some more; then all that was acknowledged must be there at each of them. */
  async expectAllStored(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => eventually(() => isReady(node))));
    const wanted = this.#acknowledged.size + 10;
    await eventually(() => this.#acknowledged.size >= wanted);
    const acknowledged = [...this.#acknowledged];
    for (const node of this.#nodes) {
      const visitor = new Visitor(node, { cookie: this.#cookie });
      const captures: { id: number; body: { raw: string } }[] = await visitor.ask(
        200,
        'GET',
        '/api/requests',
      );
      const marks = new Map(captures.map(({ id, body }) => [id, markOf(body.raw)]));
      const lost = acknowledged.filter(([mark, id]) => marks.get(id) !== mark);
      expect(lost, `node ${node.number}`).toEqual([]);
      expect(new Set(marks.values()).size, 'each mark once').toBe(captures.length);
    }
  }

  async #send({ url }: ServiceNode): Promise<void> {
    while (!this.#isStopped) {
      this.#lastMark += 1;
      const mark = this.#lastMark;
      const id = await acknowledgedId(`${url}/wh/${this.#token}`, bodyOf(mark, 'filling'));
      if (id !== undefined) this.#acknowledged.set(mark, id);
      await sleep(20);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#senders);
  }
}

/** The id in the answer; undefined if there was no whole one, or not the one of what is stored. */
async function acknowledgedId(url: string, body: string): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(url, { method: 'POST', body, signal });
    // The acknowledgement of the specification.
    const { id } = (await response.json()) as { id: number };
    return response.status === 200 ? id : undefined;
  } catch {
    return undefined;
  }
}

async function isReady({ url }: ServiceNode): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    return (await fetch(`${url}/readyz`, { signal })).status === 200;
  } catch {
    return false;
  }
}
