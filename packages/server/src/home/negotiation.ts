import type { Representation } from './dashboard-files.ts';

/** The first representation that the `Accept-Encoding` of a request allows (RFC 9110, 12.5.3). */
export function chooseRepresentation(
  representations: readonly Representation[],
  acceptEncoding: string | undefined,
): Representation {
  const weights = weightsOf(acceptEncoding ?? '');
  const chosen =
    representations.find(
      ({ coding }) => coding === undefined || (weights.get(coding) ?? weights.get('*') ?? 0) > 0,
    ) ?? representations.at(-1);
  if (chosen === undefined) throw new Error('A file has no representation');
  return chosen;
}

/** `gzip, br;q=0` as coding and weight. */
function weightsOf(acceptEncoding: string): Map<string, number> {
  return new Map(
    acceptEncoding.split(',').map((item) => {
      const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
}
