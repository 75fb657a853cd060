import type { SyntaxNodeRef } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { problems, read } from './report.ts';

export interface Query {
  /** The file and the panel or rule that has it. */
  where: string;
  expression: string;
}

/** A line of a text of figures: its name and its labels. */
export type Series = Map<string, string>;

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

/** Every query of the dashboard, as Grafana sends it for all nodes, and of the alerts. */
export function allQueries(): { dashboard: Query[]; alerts: Query[] } {
  const { panels } = JSON.parse(read('grafana/hookwell.json')) as Dashboard;
  const { groups } = parse(read('prometheus/alerts.yaml')) as Rules;
  return {
    dashboard: panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({
        where: `grafana/hookwell.json: ${title}`,
        expression: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
      })),
    ),
    alerts: groups.flatMap(({ rules }) =>
      rules.map(({ alert, expr }) => ({
        where: `prometheus/alerts.yaml: ${alert}`,
        expression: expr,
      })),
    ),
  };
}

/** The series that a scraper reads from a text, with the labels that Prometheus adds. */
export function seriesOf(text: string): Series[] {
  const lines = text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm);
  const added: [string, string][] = [
    ['job', 'hookwell'],
    ['instance', 'node'],
  ];
  return [
    new Map([['__name__', 'up'], ...added]),
    ...Array.from(lines, ([, name = '', labels = '']): Series => {
      const pairs = labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g);
      const own = Array.from(pairs, ([, label = '', value = '']): [string, string] => [
        label,
        value,
      ]);
      return new Map([['__name__', name], ...added, ...own]);
    }),
  ];
}

/** Each metric, label and value that the query names must be in the figures. */
export function checkQuery({ where, expression }: Query, figures: readonly Series[]): void {
  const text = ({ from, to }: { from: number; to: number }) => expression.slice(from, to);
  const tell = (problem: string) => problems.push(`${where}: ${problem} in ${expression}`);
  let found: Series[] = [];
  const enter = (node: SyntaxNodeRef): void => {
    if (node.type.isError) tell('what is no PromQL');
    if (node.name === 'VectorSelector') {
      const name = text(node.node.getChild('Identifier') ?? node);
      found = figures.filter((series) => series.get('__name__') === name);
      if (found.length === 0) tell(`no metric ${name}`);
      const matchers = node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher');
      for (const matcher of matchers ?? []) checkMatcher(text(matcher));
    }
  };
  const checkMatcher = (matcher: string): void => {
    const [, label = '', sign, value = ''] = /^(\w+)\s*(=~|=|!=|!~)\s*"(.*)"$/.exec(matcher) ?? [];
    for (const one of sign?.endsWith('~') ? value.split('|') : [value]) {
      const pattern = new RegExp(sign?.endsWith('~') ? `^(?:${one})$` : `^${RegExp.escape(one)}$`);
      if (!found.some((series) => series.has(label) && pattern.test(series.get(label) ?? '')))
        tell(`no series with ${label} ${one}`);
    }
  };
  const checkGrouping = (node: SyntaxNodeRef): void => {
    if (node.name !== 'GroupingLabels') return;
    for (const label of node.node.getChildren('LabelName')) {
      const outer = node.node.parent?.parent;
      const names = outer ? selected(text(outer)) : [];
      const named = figures.filter((series) => names.includes(series.get('__name__') ?? ''));
      if (!named.some((series) => series.has(text(label)))) tell(`no label ${text(label)}`);
    }
  };
  parser.parse(expression).iterate({
    enter: (node) => {
      enter(node);
      checkGrouping(node);
    },
  });
}

/** The metrics that an expression names. */
function selected(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, node }) => {
      const identifier = name === 'VectorSelector' ? node.getChild('Identifier') : null;
      if (identifier) names.push(expression.slice(identifier.from, identifier.to));
    },
  });
  return names;
}
