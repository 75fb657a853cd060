import { expect, it } from 'vitest';
import { weigh } from '../../src/judgement/weight.ts';
import { cleared, list, made, removed, sent, unclear } from '../../src/planted/script.ts';

it('counts what must be there to the end, what was removed, and what nobody knows', () => {
  const history = [
    made('plain'),
    made('plain', { endpoint: 1 }),
    sent(1, [10, 20]),
    sent(2, [30, 40]),
    sent(3, [50, 60], { endpoint: 1 }),
    unclear(4, [50, 60]),
    removed(1, [70, 80]),
    cleared([70, 80], { endpoint: 0, outcome: 'unknown' }),
  ];
  expect(weigh(history)).toEqual({ acknowledged: 3, kept: 1, removed: 1, uncertain: 1 });
});

it('knows more once a read shows what became of a clear', () => {
  const clear = cleared([30, 40], { outcome: 'unknown' });
  const history = [made('plain'), sent(1, [10, 20]), clear, list([50, 60], [])];
  const later = [...history, sent(2, [70, 80])];
  expect(weigh(later)).toEqual({ acknowledged: 2, kept: 1, removed: 1, uncertain: 0 });
});
