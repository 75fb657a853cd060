export const retryOption = {
  type: 'duration',
  placeholder: 'TIME',
  description:
    'Try each request again for this long while the target is away; 30s by default, 0 for never.',
} as const;

export const defaultRetryMs = 30_000;

export const concurrencyOption = {
  type: 'number',
  placeholder: 'NUMBER',
  description: 'Forward this many requests at once, in no strict order; 1 by default.',
  minimum: 1,
  maximum: 100,
} as const;
