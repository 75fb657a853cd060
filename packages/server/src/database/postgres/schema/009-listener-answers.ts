/**
 * Older nodes would not make senders wait, and show nothing of it. The columns are described in `tables.ts`, but for those
 * that only nodes beside others need: `offered` is an answer on its way to the sender's node (`nodes/postgres/`), and
 * `listener` has the open streams that answer.
 */
export const listenerAnswers = {
  neededVersion: 5,
  statements: `
    create table listener_answer (
      capture_id bigint primary key,
      node text not null,
      waits_until bigint not null,
      answer text,
      retry_after bigint,
      offered bytea
    );
    create index listener_answer_waiting on listener_answer (waits_until) where answer is null or offered is not null;

    create table listener (
      id text primary key,
      node text not null,
      endpoint_id bigint not null,
      wait_ms bigint not null,
      match text not null,
      expires_at timestamptz not null
    );
    create index listener_by_endpoint on listener (endpoint_id);
    `,
};
