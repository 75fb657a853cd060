/** Under which the page keeps the endpoints it knows. */
export const endpointsKey = ['endpoints'] as const;
