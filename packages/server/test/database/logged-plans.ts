import type { PostgresServer } from '../postgres/postgres-server.ts';

/** Settings of a server that logs the plan of every statement it runs. */
export const plansLogged = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
};

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

export interface LoggedPlan {
  statement: string;
  /** Every step of the plan, the last one first. */
  nodes: PlanNode[];
}

/** The plans that the server has logged from this place of its log on. */
export function loggedPlans(server: PostgresServer, from: number): LoggedPlan[] {
  const entries = server.log.slice(from).matchAll(/ ms {2}plan:\n((?:\t.*\n)+)/g);
  return [...entries].map(([, text = '']) => {
    const { 'Query Text': statement, Plan: top } = JSON.parse(text.replaceAll('\n\t', '\n'));
    return { statement, nodes: withChildren(top) };
  });
}

function withChildren(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(withChildren)];
}
