import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const styles = readFileSync(join(import.meta.dirname, '../../src/ui/colours.css'), 'utf8');

type Rgb = [number, number, number];

/** The colour of both themes, each channel from 0 to 1. */
function colour(name: string, theme: 'light' | 'dark'): Rgb {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(styles);
  const hex = found?.[theme === 'light' ? 1 : 2] ?? '';
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

function linear([red, green, blue]: Rgb): Rgb {
  const of = (value: number) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  return [of(red), of(green), of(blue)];
}

/** The contrast of WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const luminance = (rgb: Rgb) => {
    const [red, green, blue] = linear(rgb);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The distance in Oklab (https://bottosson.github.io/posts/oklab/). */
function distance(one: Rgb, other: Rgb): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function oklab(rgb: Rgb): Rgb {
  const [red, green, blue] = linear(rgb);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe.each(['light', 'dark'] as const)('JSON in the theme %s', (theme) => {
  const tones = ['json-name', 'json-string', 'json-number', 'json-word'];

  test.each(tones)('%s can be read on every ground of the tree', (tone) => {
    for (const ground of ['surface', 'raised', 'accent-soft'])
      expect(contrast(colour(tone, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test('names and texts are told apart at a glance', () => {
    // Teal and green, which were hard to tell apart, are 0.09 and 0.06 apart.
    const apart = distance(colour('json-name', theme), colour('json-string', theme));
    expect(apart).toBeGreaterThan(0.13);
    for (const [index, tone] of tones.entries())
      for (const other of tones.slice(index + 1))
        expect(distance(colour(tone, theme), colour(other, theme))).toBeGreaterThan(0.08);
  });
});
