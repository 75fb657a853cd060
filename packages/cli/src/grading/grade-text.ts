import type { DeliveryAttempt, Finding, Grade } from '@hookwell/client';
import { cutWords } from '../captured-requests/print-deliveries.ts';
import type { Display } from '../command-line/command.ts';
import { stylesOf } from '../output/terminal.ts';
import { visible } from '../output/visible.ts';

/** An attempt in one line: `attempt 2  #4213  12:01:02.000  timeout 10s`. */
export function attemptLine(attempt: DeliveryAttempt, index: number, display: Display): string {
  const { faint, name } = stylesOf(display);
  const time = attempt.receivedAt.slice(11);
  const words = [`attempt ${index + 1}`, name(`#${attempt.id}`), faint(time)];
  return [...words, `${visible(attempt.answer)}${cutWords(attempt)}`].join('  ');
}

/** A finding in one line: its sign, the expectation, why, and the requests that it rests on. */
export function findingLine(
  { expectation, holds, isKnown, sentence }: Finding,
  requests: string,
  display: Display,
): string {
  const { good, bad, warning, bold, faint } = stylesOf(display);
  const sign = holds ? good('✓') : isKnown ? bad('✗') : warning('?');
  const ids = requests === '' ? '' : ` ${faint(`(${requests})`)}`;
  return `${sign} ${bold(expectation)}: ${visible(sentence)}${ids}`;
}

/** A sentence on a sender that did not hold its expectations. */
export function failureSentence({ findings }: Pick<Grade, 'findings'>): string {
  const failed = findings.filter(({ holds, isKnown }) => !holds && isKnown).length;
  const untold = findings.filter(({ isKnown }) => !isKnown).length;
  const all = findings.length === 1 ? 'the expectation' : `of ${findings.length} expectations`;
  const parts = [
    failed > 0 ? `did not meet ${findings.length === 1 ? all : `${failed} ${all}`}` : '',
    untold > 0 ? `left ${findings.length === 1 ? all : `${untold} ${all}`} undecided` : '',
  ];
  return `The sender ${parts.filter((part) => part !== '').join(', and ')}`;
}
