import type { Answers } from '../../threads/answer-questions.ts';
import type { Connection } from './connection.ts';

/** Functions of a thread's connection, by the names that the event loop asks for them by. */
type Functions = Readonly<Record<string, (connection: Connection, ...asked: never[]) => unknown>>;

/** The questions that functions answer: what follows the connection is asked, in an array. */
export type Questions<Of extends Functions> = {
  [Kind in keyof Of]: Of[Kind] extends (
    connection: Connection,
    ...asked: infer Asked
  ) => infer Answer
    ? { ask: Asked; answer: Answer }
    : never;
};

/** Answers each question by its function, with the connection that `run` gives. */
export function answersBy<Of extends Functions>(
  functions: Of,
  run: (work: (connection: Connection) => unknown) => unknown,
): Answers<Questions<Of>> {
  const answers = Object.entries(functions).map(([kind, answer]) => [
    kind,
    (asked: never[]) => run((connection) => answer(connection, ...asked)),
  ]);
  // The types of the functions are lost among the entries.
  return Object.fromEntries(answers) as Answers<Questions<Of>>;
}
