import { printDuration } from './duration.ts';
import type { Expectation } from './expectation.ts';

/** The expectations as a text that reads back as the same ones. */
export function printExpectations(expectations: readonly Expectation[]): string {
  return expectations.map(printExpectation).join(' ');
}

/** `attempts>=4` */
export function printExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'attempts':
      return `attempts${expectation.comparison}${expectation.count}`;
    case 'within':
      return `within=${printDuration(expectation.ms)}`;
    case 'backoff':
      return 'backoff=growing';
    case 'timeout':
      return `timeout${expectation.comparison}${printDuration(expectation.ms)}`;
    default:
      return expectation.kind;
  }
}
