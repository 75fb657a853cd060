/**
 * The columns are described in `tables.ts`. Beside the captures, so that those that no listener was asked for have nothing
 * of it.
 */
export const listenerAnswers = `
  create table listener_answer (
    capture_id integer primary key,
    node text not null,
    waits_until integer not null,
    answer text,
    retry_after integer
  ) strict;
  create index listener_answer_waiting on listener_answer (waits_until) where answer is null;
  `;
