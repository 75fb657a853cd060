/** Lines over time, one panel below the other, as an SVG picture. */

export interface Panel {
  title: string;
  unit: string;
  scale: 'linear' | 'logarithmic';
  lines: readonly Line[];
}

export interface Line {
  name: string;
  colour: string;
  /** A value for each moment. */
  values: readonly number[];
}

const width = 960;
const panelHeight = 240;
const plot = { left: 64, right: 24, top: 44, bottom: 32 };
const grey = '#667085';

/** @param minutes the moments of all values */
export function lineChart(
  title: string,
  minutes: readonly number[],
  panels: readonly Panel[],
): string {
  const height = 40 + panels.length * panelHeight + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1d2939">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(plot.left, 28, title, 'font-size="16" font-weight="600"'),
    ...panels.map(
      (panel, index) =>
        `<g transform="translate(0 ${40 + index * panelHeight})">\n${drawn(panel, minutes)}\n</g>`,
    ),
    text(
      (width + plot.left - plot.right) / 2,
      height - 10,
      'minutes',
      `text-anchor="middle" fill="${grey}"`,
    ),
    '</svg>\n',
  ].join('\n');
}

function drawn({ title, unit, scale, lines }: Panel, minutes: readonly number[]): string {
  const ticks = scale === 'linear' ? linearTicks(lines) : logarithmicTicks(lines);
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)];
  const of = scale === 'linear' ? (value: number) => value : Math.log10;
  const bottom = panelHeight - plot.bottom;
  const y = (value: number) =>
    bottom - ((of(value) - of(least)) / (of(most) - of(least))) * (bottom - plot.top);
  const end = minutes.at(-1) ?? 1;
  const x = (minute: number) => plot.left + (minute / end) * (width - plot.left - plot.right);
  const path = ({ values, colour }: Line): string => {
    const points = values.flatMap((value, index) =>
      value > 0 ? [`${x(minutes[index] ?? 0).toFixed(1)},${y(value).toFixed(1)}`] : [],
    );
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-linejoin="round"/>`;
  };
  return [
    text(plot.left, 26, `${title} (${unit})`, 'font-weight="600"'),
    ...lines.map(({ name, colour }, index) =>
      text(width - plot.right - index * 130, 26, `● ${name}`, `text-anchor="end" fill="${colour}"`),
    ),
    ...ticks.map((tick) => {
      const at = y(tick).toFixed(1);
      const line = `<line x1="${plot.left}" x2="${width - plot.right}" y1="${at}" y2="${at}" stroke="#e4e7ec"/>`;
      return (
        line + text(plot.left - 8, Number(at) + 4, String(tick), `text-anchor="end" fill="${grey}"`)
      );
    }),
    ...steps(0, end, 12).map((minute) =>
      text(x(minute), bottom + 18, String(minute), `text-anchor="middle" fill="${grey}"`),
    ),
    ...lines.map(path),
  ].join('\n');
}

/** From 0 to beyond the largest value. */
function linearTicks(lines: readonly Line[]): number[] {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values));
  const ticks = steps(0, most, 5);
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  return [...ticks, Number(((ticks.at(-1) ?? 0) + step).toPrecision(3))];
}

/** 1, 2, 5, 10 and so on, from below the smallest value to above the largest one. */
function logarithmicTicks(lines: readonly Line[]): number[] {
  const values = lines.flatMap((line) => line.values).filter((value) => value > 0);
  const [least, most] = [Math.min(1, ...values), Math.max(10, ...values)];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(least)); 10 ** power < most; power += 1) {
    for (const digit of [1, 2, 5]) ticks.push(Number((digit * 10 ** power).toPrecision(1)));
  }
  ticks.push(10 ** Math.ceil(Math.log10(most)));
  const from = ticks.findLastIndex((tick) => tick <= least);
  const to = ticks.findIndex((tick) => tick >= most);
  return ticks.slice(from, to + 1);
}

/** Round numbers from `least` to `most`, about as many as asked for. */
function steps(least: number, most: number, count: number): number[] {
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((digit) => digit * power >= rough) ?? 10);
  const values: number[] = [];
  for (let index = 0; least + index * step <= most; index += 1) {
    values.push(Number((least + index * step).toPrecision(6)));
  }
  return values;
}

function text(x: number, y: number, words: string, attributes: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${words}</text>`;
}
