import { type MatchCondition, printMatch, printTerm, readMatch } from '@hookwell/match';

/** The filter with a term for this event, in the place of all its terms about events. */
export function withEvent(filter: string, event: string): string {
  const { match } = readMatch(filter);
  const others = { ...match, terms: match.terms.filter(({ condition }) => !isEvent(condition)) };
  return `${printMatch(others)} ${eventTerm(event)}`.trim();
}

/** `event=invoice.paid`, in quotes where the event needs them. */
export function eventTerm(event: string): string {
  const condition = {
    kind: 'field',
    field: { name: 'event' },
    operator: '=',
    text: event,
  } as const;
  return printTerm({ isNegated: false, condition });
}

function isEvent(condition: MatchCondition): boolean {
  return condition.kind === 'field' && condition.field.name === 'event';
}
