import type { Random } from '../../random.ts';
import { randomField, randomMatch, randomName } from './random-match.ts';

const handshakes = [
  ...(['slack', 'zoom', 'meta', 'dropbox', 'discord'] as const),
  ...(['asana', 'twitter', 'microsoft-graph', 'notion'] as const),
  ...(['cloudevents', 'event-grid', 'websub'] as const),
] as const;

/** Schemes with a secret that fits them. */
const schemes = [
  { scheme: 'github', secrets: ['a secret of an integration'] },
  { scheme: 'github', secrets: Array.from({ length: 10 }, (_, index) => `secret number ${index}`) },
  { scheme: 'slack', secrets: ['a secret of an integration'] },
  { scheme: 'zoom', secrets: ['a secret of an integration'] },
  { scheme: 'twitter', secrets: ['a secret of an integration'] },
  { scheme: 'asana' },
  { scheme: 'notion' },
  { scheme: 'bearer', secrets: ['a secret of an integration'] },
  { scheme: 'discord', secrets: [`58${'66'.repeat(31)}`] },
] as const;

/** Limits of settings, all replies together; a little below, since handshakes and names take room as well. */
const [mostTerms, mostSearches, mostFields, mostMatchCharacters] = [490, 95, 490, 60_000];

/** Settings that are nearly always accepted, mostly small ones, and some as large and dear as they may be. */
export function randomSettings(random: Random): unknown {
  const count = random.pick([1, 3, 8, 40, 90]);
  const perReply = Math.max(1, Math.min(62, Math.floor(mostTerms / count)));
  const charactersLeft = { matches: mostMatchCharacters };
  const replies = random.list(count, () => {
    if (random.chance(0.1)) return { handshake: random.pick(handshakes) };
    const when = randomMatch(random, perReply, Math.floor(mostSearches / count));
    charactersLeft.matches -= when.length;
    const isMatched = random.chance(0.9) && charactersLeft.matches > 0;
    return {
      ...(isMatched && { when }),
      ...randomAnswer(random, Math.floor(mostFields / count)),
    };
  });
  return {
    replies,
    ...(random.chance(0.3) && { verify: random.pick(schemes) }),
    ...(random.chance(0.4) && {
      delivery: random.pick(['one', 'header.x-id', 'json.data.id', 'query.a', 'body']),
    }),
  };
}

function randomAnswer(random: Random, mostFieldsInBody: number): object {
  return {
    ...randomBody(random, mostFieldsInBody),
    ...(random.chance(0.3) && {
      headers: {
        'content-type': random.pick(['application/json', 'text/html', 'text/xml', 'text/plain']),
        ...(random.chance(0.2) && { 'x-long': 'x'.repeat(random.size(150)) }),
      },
    }),
    ...(random.chance(0.2) && { delay: random.pick(['1ms', '200ms', '5s', '60s']) }),
    ...(random.chance(0.2)
      ? { plan: random.list(1 + random.below(8), () => randomStep(random)) }
      : { status: random.pick([200, 204, 302, 404, 500]) }),
  };
}

function randomBody(random: Random, mostFieldsInBody: number): object {
  if (random.chance(0.1)) return { bodyBase64: Buffer.alloc(random.size(2000)).toString('base64') };
  if (random.chance(0.3)) return {};
  const field = random.pick([
    randomField(random),
    'json.a',
    'body',
    `header.${randomName(random)}`,
  ]);
  const isOneField = random.chance(0.5);
  const parts = random.list(random.size(mostFieldsInBody), () =>
    isOneField ? `{{${field}}}` : `{{${randomField(random)}}}-`,
  );
  let text = '';
  for (const part of parts) if (text.length + part.length < 60_000) text += part;
  return { body: text };
}

function randomStep(random: Random): string {
  return random.pick([
    '200',
    '500',
    '429 retry-after=60',
    '200 delay=3s',
    'timeout 10s',
    'timeout 120s',
    'reset',
    'truncate 100',
    'truncate 65536',
  ]);
}
