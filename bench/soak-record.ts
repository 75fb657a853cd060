import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, microseconds, milliseconds, report } from './figures.ts';
import { lineChart } from './line-chart.ts';
import type { LoadFigures } from './load.ts';
import type { RunningServer } from './servers.ts';
import { readings, type SoakReaders } from './soak-readers.ts';
import type { SoakStreams } from './soak-streams.ts';

/** The summary compares so many minutes at the beginning and at the end, in a short run a third of it. */
const comparedMinutes = 10;
const mebibyte = 1024 * 1024;

interface Sample {
  minute: number;
  /** In MiB. */
  resident: number;
  anonymous: number;
  /** Of the captures in the interval, in milliseconds. */
  p50: number;
  p99: number;
  /** Of the service, with all that it does beside the captures, in microseconds. */
  processorTime: number;
}

export interface Soaked {
  server: RunningServer;
  /** The folder of the database. */
  folder: string;
  streams: SoakStreams;
  readers: SoakReaders;
}

/** The record of a soak, with a row for each interval. */
export class SoakRecord {
  readonly #soaked: Soaked;
  readonly #samples: Sample[] = [];
  readonly #started = performance.now();
  #processorTime: number;

  constructor(soaked: Soaked) {
    this.#soaked = soaked;
    this.#processorTime = soaked.server.processorTime();
  }

  /** Notes an interval with the figures of its captures, and prints it. */
  add({ answered, failed, p50, p99, max }: LoadFigures): void {
    const { server, folder, streams, readers } = this.#soaked;
    const spent = server.processorTime() - this.#processorTime;
    this.#processorTime += spent;
    const sample = {
      minute: (performance.now() - this.#started) / 60_000,
      resident: server.memory(),
      anonymous: server.anonymousMemory(),
      p50,
      p99,
      processorTime: (spent * 1000) / answered,
    };
    this.#samples.push(sample);
    const { events, compared } = streams.counts();
    const times = readers.times();
    report(
      `${sample.minute.toFixed(1)} min`,
      `memory ${sample.resident.toFixed(0)} MiB (anonymous ${sample.anonymous.toFixed(0)})`,
      `${answered} captures, ${failed} failed`,
      `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}, max ${milliseconds(max)}`,
      `${microseconds(sample.processorTime)} each`,
      `${streams.open} streams, ${events} events, ${compared} streams compared`,
      ...readings.map((reading) => {
        const some = times[reading];
        return `${some.length} x ${reading}${some.length === 0 ? '' : ` ${milliseconds(median(some))}`}`;
      }),
      `database ${(sizeOf(folder) / mebibyte).toFixed(0)} MiB`,
    );
  }

  /** Prints the medians of the beginning and of the end. */
  summarise(): void {
    const end = this.#samples.at(-1)?.minute ?? 0;
    const span = Math.min(comparedMinutes, end / 3);
    const first = this.#samples.filter(({ minute }) => minute <= span);
    const last = this.#samples.filter(({ minute }) => minute > end - span);
    const compare = (of: (sample: Sample) => number, print: (value: number) => string): string =>
      `${print(median(first.map(of)))} -> ${print(median(last.map(of)))}`;
    const memory = (value: number): string => `${value.toFixed(0)} MiB`;
    report(
      `medians of the first and of the last ${span.toFixed(1)} minutes`,
      `memory ${compare(({ resident }) => resident, memory)}`,
      `anonymous ${compare(({ anonymous }) => anonymous, memory)}`,
      `p50 ${compare(({ p50 }) => p50, milliseconds)}`,
      `p99 ${compare(({ p99 }) => p99, milliseconds)}`,
      `processor time a capture ${compare(({ processorTime }) => processorTime, microseconds)}`,
    );
  }

  draw(file: URL, title: string): void {
    const all = (of: (sample: Sample) => number): number[] => this.#samples.map(of);
    const picture = lineChart(
      title,
      all(({ minute }) => minute),
      [
        {
          title: 'Memory of the service',
          unit: 'MiB',
          scale: 'linear',
          lines: [
            { name: 'resident', colour: '#1570ef', values: all(({ resident }) => resident) },
            { name: 'anonymous', colour: '#7a5af8', values: all(({ anonymous }) => anonymous) },
          ],
        },
        {
          title: 'Latency of captures, intervals of ten seconds',
          unit: 'ms',
          scale: 'logarithmic',
          lines: [
            { name: 'p99', colour: '#d92d20', values: all(({ p99 }) => p99) },
            { name: 'p50', colour: '#079455', values: all(({ p50 }) => p50) },
          ],
        },
      ],
    );
    writeFileSync(file, picture);
  }
}

/** The bytes of a database with its files beside it. */
function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
