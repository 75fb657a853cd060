import type { PostgresServer } from '../postgres/postgres-server.ts';

/** Settings of a server that logs the plan of every statement. Its planner's statistics change only on command. */
export const plansLogged = {
  autovacuum: 'off',
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
};

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'CTE Name'?: string;
  Plans?: PlanNode[];
}

export interface LoggedPlan {
  statement: string;
  top: PlanNode;
}

/** The statements that `work` made the server run, each with its plan; equal ones together. */
export async function plansOf(
  server: PostgresServer,
  work: () => Promise<unknown>,
): Promise<LoggedPlan[]> {
  const before = server.log.length;
  await work();
  const entries = server.log.slice(before).matchAll(/ ms {2}plan:\n((?:\t.*\n)+)/g);
  return [...entries].map(([, text = '']) => {
    const { 'Query Text': statement, Plan: top } = JSON.parse(text.replaceAll('\n\t', '\n'));
    return { statement, top };
  });
}

/** Tables that a plan reads as a whole. */
export function walkedTables({ top }: LoggedPlan): string[] {
  const walks = stepsOf(top).filter((step) => step['Node Type'] === 'Seq Scan');
  return walks.flatMap((step) => step['Relation Name'] ?? []);
}

export function usedIndexes({ top }: LoggedPlan): string[] {
  return stepsOf(top).flatMap((step) => step['Index Name'] ?? []);
}

/** Whether the plan sorts rows of this table, at any level. */
export function sortsRowsOf(table: string, { top }: LoggedPlan): boolean {
  const sorts = stepsOf(top).filter((step) => step['Node Type'].endsWith('Sort'));
  return sorts.flatMap(stepsOf).some((step) => step['Relation Name'] === table);
}

/** The parts of a statement that are gone through once for each row of another. */
export function loopedParts({ top }: LoggedPlan): string[] {
  const loops = stepsOf(top).filter((step) => step['Node Type'] === 'Nested Loop');
  return loops.flatMap(({ Plans = [] }) => Plans[1]?.['CTE Name'] ?? []);
}

function stepsOf(step: PlanNode): PlanNode[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}
