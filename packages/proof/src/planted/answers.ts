import { answered, list, made, type Planted, seen, sent, unclear } from './script.ts';

const listened = made('listened');
const lateAnswer = { answer: '201', answeredBy: 'listener' } as const;
const heard = sent(1, [10, 40], { answer: 5, status: 201 });

/** Answers of listeners. */
export const ofAnswers: readonly Planted[] = [
  {
    anomaly: 'undecided-answer',
    text: 'a sender got an answer that no listener gave',
    sound: [listened, heard, answered(5, 1, [20, 30], 'unknown')],
    operations: [listened, heard, answered(6, 1, [20, 30], 'unknown')],
  },
  {
    anomaly: 'undecided-answer',
    text: 'a sender got an answer that was for another webhook',
    sound: [listened, heard, answered(5, 1, [20, 30])],
    operations: [listened, heard, answered(5, 2, [20, 30])],
  },
  {
    anomaly: 'undecided-answer',
    text: 'a listener was told that it answered, and the sender got what the settings say',
    sound: [listened, sent(1, [10, 40]), answered(5, 1, [20, 30], 'refused')],
    operations: [listened, sent(1, [10, 40]), answered(5, 1, [20, 30])],
  },
  {
    anomaly: 'undecided-answer',
    text: 'a listener was told that it did not answer, and its answer was sent',
    sound: [listened, heard, answered(5, 1, [20, 30])],
    operations: [listened, heard, answered(5, 1, [20, 30], 'refused')],
  },
  {
    anomaly: 'undecided-answer',
    text: 'two listeners were told that they answered',
    sound: [
      listened,
      unclear(1, [10, 40]),
      answered(5, 1, [20, 30]),
      answered(6, 1, [20, 30], 'refused'),
      list([50, 60], [seen(1, lateAnswer)]),
    ],
    operations: [
      listened,
      unclear(1, [10, 40]),
      answered(5, 1, [20, 30]),
      answered(6, 1, [20, 30]),
      list([50, 60], [seen(1, lateAnswer)]),
    ],
  },
  {
    anomaly: 'undecided-answer',
    text: 'a later list does not say that a listener answered',
    sound: [listened, unclear(1, [10, 40]), answered(5, 1, [20, 30]), list([25, 60], [1])],
    operations: [listened, unclear(1, [10, 40]), answered(5, 1, [20, 30]), list([35, 60], [1])],
  },
  {
    anomaly: 'undecided-answer',
    text: 'one list says that a listener answered, and a later one does not',
    sound: [
      listened,
      unclear(1, [10, 20]),
      answered(5, 1, [20, 30], 'unknown'),
      list([40, 50], [1]),
      list([60, 70], [seen(1, lateAnswer)]),
    ],
    operations: [
      listened,
      unclear(1, [10, 20]),
      answered(5, 1, [20, 30], 'unknown'),
      list([40, 50], [seen(1, lateAnswer)]),
      list([60, 70], [1]),
    ],
  },
  {
    anomaly: 'undecided-answer',
    text: 'a list says that a listener answered, and the settings did',
    sound: [listened, sent(1, [10, 40]), answered(5, 1, [20, 30], 'unknown'), list([50, 60], [1])],
    operations: [
      listened,
      sent(1, [10, 40]),
      answered(5, 1, [20, 30], 'unknown'),
      list([50, 60], [seen(1, lateAnswer)]),
    ],
  },
  {
    anomaly: 'undecided-answer',
    text: 'a list says another status than the sender got',
    sound: [listened, heard, answered(5, 1, [20, 30]), list([50, 60], [seen(1, lateAnswer)])],
    operations: [
      listened,
      heard,
      answered(5, 1, [20, 30]),
      list([50, 60], [seen(1, { ...lateAnswer, answer: '202' })]),
    ],
  },
];
