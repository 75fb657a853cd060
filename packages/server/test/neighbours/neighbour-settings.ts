/** The delay of the neighbour's later answers. */
export const delayMs = 300;

/** The settings of the neighbour's second endpoint: what an integration that is tried out looks like. */
export const neighbourSettings = {
  replies: [
    { handshake: 'slack' },
    { when: 'path=/later', status: 202, delay: `${delayMs}ms`, body: 'later {{json.mark}}' },
    { when: 'json.type=order.paid query.shop=berlin', status: 202, body: 'paid {{json.mark}}' },
    { status: 404 },
  ],
};
