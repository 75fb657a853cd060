import { type Expectation, ExpectationError, parseExpectations } from '@hookwell/core/grade';
import { useMemo, useState } from 'react';
import { keepExpectations, keptExpectations, usualExpectations } from './kept-expectations.ts';

/** A word that is no expectation, and why. */
export interface ExpectationProblem {
  sentence: string;
  start: number;
  end: number;
}

export interface TypedExpectations {
  text: string;
  change: (text: string) => void;
  problem: ExpectationProblem | undefined;
  /** The expectations in the text, or those in it before it had a problem. */
  expectations: readonly Expectation[];
}

/** The expectations of the sender to an endpoint. A text without a problem is remembered. */
export function useExpectations(token: string): TypedExpectations {
  const [text, setText] = useState(() => keptExpectations(token));
  const [last, setLast] = useState(() => readExpectations(usualExpectations).expectations ?? []);
  const read = useMemo(() => readExpectations(text), [text]);
  if (read.expectations !== undefined && read.expectations !== last) setLast(read.expectations);
  const change = (typed: string) => {
    setText(typed);
    if (readExpectations(typed).problem === undefined) keepExpectations(token, typed);
  };
  return { text, change, problem: read.problem, expectations: read.expectations ?? last };
}

interface ReadExpectations {
  expectations?: Expectation[];
  problem?: ExpectationProblem;
}

function readExpectations(text: string): ReadExpectations {
  try {
    return { expectations: parseExpectations(text) };
  } catch (error) {
    if (!(error instanceof ExpectationError)) throw error;
    const { message, start, end } = error;
    return { problem: { sentence: message, start, end } };
  }
}
