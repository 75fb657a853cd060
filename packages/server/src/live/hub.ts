import type { CommittedGroup } from '../capture-log/announcements.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import type { ChangedAccounts } from '../database/account-changes.ts';
import { Budget } from '../fairness/budget.ts';
import type { Parts } from '../parts.ts';
import { ChangeHints } from './change-hints.ts';
import { Channel, type ChannelOptions, type ChannelParts } from './channel.ts';
import { findEnded } from './ended-reads.ts';
import { asStored, heartbeat } from './events.ts';
import { LiveStream, type StreamOptions } from './live-stream.ts';
import { HeldTexts, type StreamOutput } from './stream-output.ts';
import { Heartbeats, WriteScheduler } from './write-scheduler.ts';

/** For tests and benchmarks; the server runs with the defaults. */
export interface HubOptions {
  heartbeatMs?: number | undefined;
  /** The time between two checks of the credentials and endpoints of open streams. */
  checkMs?: number | undefined;
}

/** Each page is in memory, and its text until it was written. */
const pageReads = { total: 16, perParty: 8 };

/**
 * Searches of streams with a match hold ids alone. The log and the large bodies have turns of their own for accounts:
 * with a total, a few accounts whose searches wait for large bodies would hold up all others.
 */
const searches = { total: Number.POSITIVE_INFINITY, perParty: 2 };

/** All live streams of one server. Listens to the capture log and tells each stream's channel. */
export class LiveHub {
  readonly #parts: Parts;
  readonly #channelParts: ChannelParts;
  readonly #heartbeats: Heartbeats<LiveStream>;
  readonly #streams = new Map<LiveStream, Channel>();
  readonly #onTaken = (stream: LiveStream): void => this.#streams.get(stream)?.taken(stream);
  /** By account, then by endpoint, view and match. */
  readonly #channels = new Map<number, Map<string, Channel>>();
  readonly #changeHints: ChangeHints;
  readonly #stopListening: () => void;
  readonly #stopHearingChanges: () => void;
  readonly #checks: NodeJS.Timeout;
  #checking = false;
  #closed = false;
  /** Everything up to this id was announced. */
  #announced: number;

  constructor(
    parts: Parts,
    { rendering, findMatches }: Pick<ChannelParts, 'rendering' | 'findMatches'>,
    options: HubOptions = {},
  ) {
    this.#parts = parts;
    this.#heartbeats = new Heartbeats(options.heartbeatMs ?? 30_000, (stream) => {
      this.#streams.get(stream)?.interject(stream, heartbeat(parts.clock()));
    });
    this.#channelParts = {
      captures: parts.store.captures,
      rendering,
      scheduler: new WriteScheduler(),
      texts: new HeldTexts(),
      reads: new Budget(pageReads),
      searches: new Budget(searches),
      findMatches,
      clock: parts.clock,
      log: parts.log,
    };
    const { texts } = this.#channelParts;
    parts.metrics.streamTexts.read = () => texts.bytes;
    this.#announced = parts.store.captures.committedThrough;
    this.#stopListening = parts.store.captures.onCommitted(
      (group) => this.#announce(group),
      () => this.#channels.size > 0,
    );
    this.#changeHints = new ChangeHints(
      (stream, text) => this.#streams.get(stream)?.interject(stream, text) ?? true,
      () => this.#streams.keys(),
      this.#channelParts.scheduler,
    );
    this.#stopHearingChanges = parts.store.changes.onChange(
      (changed) => this.#tellOfChange(changed),
      () => this.#channels.size > 0,
    );
    const checkMs = options.checkMs ?? 10_000;
    this.#checks = setInterval(() => void this.endEndedStreams(), checkMs).unref();
  }

  /**
   * Streams the rest of an answer after its headers, until the client goes or the stream is ended. Errors of the output
   * are left to who made it: 'close' follows each.
   */
  open(output: StreamOutput, asked: Omit<StreamOptions, 'party'>): void {
    const options = { ...asked, party: this.#parts.parties.of(asked.scope.accountId) };
    const stream = new LiveStream(output, options, this.#channelParts.texts, this.#onTaken);
    if (this.#closed) return stream.end();
    // The client left before its request was looked at: no 'close' will follow.
    if (output.closed || output.destroyed) return;
    const channel = this.#channelFor(options);
    output.on('close', () => {
      stream.closed();
      this.#streams.delete(stream);
      this.#heartbeats.delete(stream);
      this.#changeHints.delete(stream);
      this.#parts.metrics.openStreams.dec();
      channel.leave(stream);
      this.#removeIfEmpty(channel, options);
    });
    this.#streams.set(stream, channel);
    this.#heartbeats.add(stream);
    this.#parts.metrics.openStreams.inc();
    channel.join(stream);
  }

  /** Ends the streams whose credential or endpoint is gone. Runs by itself every few seconds. */
  async endEndedStreams(): Promise<void> {
    if (this.#checking || this.#streams.size === 0) return;
    this.#checking = true;
    try {
      const ended = await findEnded(this.#parts, this.#streams.keys());
      for (const stream of ended) stream.end();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'live: open streams could not be checked');
    } finally {
      this.#checking = false;
    }
  }

  /** Ends all streams. Resolves when their connections are closed. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#checks);
    this.#stopListening();
    this.#stopHearingChanges();
    const closing = [...this.#streams.keys()].map((stream) => {
      const closed = new Promise((resolve) => stream.output.on('close', () => resolve(undefined)));
      stream.end();
      return closed;
    });
    await Promise.all(closing);
  }

  /** The numbers of open streams, of those with heartbeats and of their channels: tests look for leaks here. */
  get size(): { streams: number; heartbeats: number; channels: number } {
    const channels = [...this.#channels.values()].reduce((sum, { size }) => sum + size, 0);
    return { streams: this.#streams.size, heartbeats: this.#heartbeats.size, channels };
  }

  #tellOfChange(changed: ChangedAccounts): void {
    if (changed === 'any') return this.#changeHints.addAll();
    for (const accountId of changed) {
      for (const channel of this.#channels.get(accountId)?.values() ?? []) {
        this.#changeHints.add(channel.streams);
      }
    }
  }

  #announce(group: CommittedGroup): void {
    const before = this.#announced;
    this.#announced = group.through;
    if (this.#channels.size === 0) return;
    const byChannel = new Map<Channel, StoredCapture[] | 'unread'>();
    for (const committed of group.captures) {
      const channels = this.#channels.get(committed.accountId);
      if (channels === undefined) continue;
      const capture = asStored(committed);
      for (const channel of channels.values()) {
        if (!channel.takes(capture.endpointId)) continue;
        if (channel.isFiltered) {
          byChannel.set(channel, 'unread');
          continue;
        }
        const captures = byChannel.get(channel);
        if (Array.isArray(captures)) captures.push(capture);
        else byChannel.set(channel, [capture]);
      }
    }
    for (const { accountId, endpointId } of group.elsewhere) {
      for (const channel of this.#channels.get(accountId)?.values() ?? []) {
        if (channel.takes(endpointId)) byChannel.set(channel, 'unread');
      }
    }
    for (const [channel, captures] of byChannel) channel.announce(captures, before, group.through);
  }

  #channelFor({ scope, party, view, filter }: StreamOptions): Channel {
    const channels = this.#channels.get(scope.accountId) ?? new Map<string, Channel>();
    this.#channels.set(scope.accountId, channels);
    const options: ChannelOptions = { scope, party, view, filter };
    const key = channelKey(options);
    const known = channels.get(key);
    // A channel whose last stream failed is here until the connection of that is closed, and gives nothing any more.
    const channel =
      known === undefined || known.isEmpty ? new Channel(this.#channelParts, options) : known;
    channels.set(key, channel);
    return channel;
  }

  #removeIfEmpty(channel: Channel, options: StreamOptions): void {
    const channels = this.#channels.get(options.scope.accountId);
    const key = channelKey(options);
    if (!channel.isEmpty || channels?.get(key) !== channel) return;
    channels.delete(key);
    if (channels.size === 0) this.#channels.delete(options.scope.accountId);
  }
}

function channelKey({ scope, party, view, filter }: ChannelOptions): string {
  return `${scope.endpointId ?? 'all'} ${party} ${view} ${filter?.text ?? ''}`;
}
