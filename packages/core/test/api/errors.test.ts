import { describe, expect, it } from 'vitest';
import {
  errorCatalogue,
  operations,
  receivePaymentEvent,
  receivePlane,
} from '../../src/api/index.ts';

const catalogue = Object.entries(errorCatalogue);
const answers = [
  ...Object.values(operations).map(({ schema }) => schema.response),
  receivePaymentEvent.schema.response,
  ...receivePlane.paths.map(({ schema }) => schema.response),
];
const describedStatuses = new Set(answers.flatMap((response) => Object.keys(response).map(Number)));

describe('the error catalogue', () => {
  it.each(catalogue)('%s is a failure with one sentence', (_code, { status, sentence }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(sentence).toMatch(/^[A-Z][^.\n]+$/);
  });

  it('has no sentence twice', () => {
    const sentences = catalogue.map(([, { sentence }]) => sentence);
    expect(sentences).toHaveLength(new Set(sentences).size);
  });

  it('has every failure status that an operation describes', () => {
    const statuses = new Set<number>(catalogue.map(([, { status }]) => status));
    for (const status of describedStatuses) {
      if (status >= 400) expect(statuses, `status ${status}`).toContain(status);
    }
  });

  it('has no status that no operation describes, but that of a method no operation has', () => {
    const undescribed = catalogue.filter(([, { status }]) => !describedStatuses.has(status));
    expect(undescribed.map(([code]) => code)).toEqual(['methodNotAllowed']);
  });
});
