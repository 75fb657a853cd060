import { answerQuestions } from '../threads/answer-questions.ts';
import type { PoolTasks } from './tasks.ts';

// A bundle puts code that others share with a program into the file of that program, and whoever imports it would begin the
// program: so the tasks are no part of it.
void import('./tasks.ts').then(({ tasks }) => answerQuestions<PoolTasks>(tasks));
