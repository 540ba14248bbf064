/** Small charts in SVG, without a library. */

export interface Series {
  readonly name: string;
  readonly style: 'one' | 'two';
  /** `null` for a gap. */
  readonly values: readonly (number | null)[];
}

const WIDTH = 400;
const HEIGHT = 120;
const LEFT = 52;
const RIGHT = 395;
const TOP = 18;
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Lines over the same points in time, the newest on the right. @param most top of the scale; default the largest value */
export function lineChart(series: readonly Series[], most?: number): SVGElement {
  const top = most ?? largest(series.flatMap(({ values }) => values));
  const svg = frame(top);
  for (const [i, { name, style, values }] of series.entries()) {
    const path = element('path', { class: style, d: pathOf(values, top) });
    const legend = element('text', { class: style, x: LEFT + 70 * i, y: 11 });
    legend.textContent = name;
    svg.append(path, legend);
  }
  return svg;
}

export function barChart(values: readonly number[]): SVGElement {
  const top = largest(values);
  const svg = frame(top);
  const step = (RIGHT - LEFT) / Math.max(values.length, 1);
  for (const [i, value] of values.entries()) {
    const y = yOf(value, top);
    const box = { x: LEFT + i * step + 1, y, width: Math.max(step - 2, 1), height: HEIGHT - y };
    svg.append(element('rect', { class: 'one', ...box }));
  }
  return svg;
}

function frame(top: number): SVGElement {
  const svg = element('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT + 8}`, role: 'img' });
  for (const part of [0, 0.5, 1]) {
    const y = yOf(part * top, top);
    const label = element('text', { x: LEFT - 6, y: y + 4, 'text-anchor': 'end' });
    label.textContent = short(part * top);
    svg.append(element('line', { class: 'grid', x1: LEFT, x2: RIGHT, y1: y, y2: y }), label);
  }
  return svg;
}

function pathOf(values: readonly (number | null)[], top: number): string {
  const step = (RIGHT - LEFT) / Math.max(values.length - 1, 1);
  let pen = 'M';
  let path = '';
  for (const [i, value] of values.entries()) {
    if (value === null) {
      pen = 'M';
      continue;
    }
    const point = `${(LEFT + i * step).toFixed(1)} ${yOf(value, top).toFixed(1)}`;
    // So short a stroke is a dot: a point may stand alone.
    path += pen === 'M' ? `M${point}h0.1` : `L${point}`;
    pen = 'L';
  }
  return path;
}

function yOf(value: number, top: number): number {
  return HEIGHT - (value / top) * (HEIGHT - TOP);
}

function largest(values: readonly (number | null)[]): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(NAMESPACE, name);
  if (!(made instanceof SVGElement)) throw new TypeError('no SVG here');
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
  return made;
}

export function short(value: number): string {
  const units: readonly [number, string][] = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  for (const [size, unit] of units) {
    if (value >= size) return `${Number((value / size).toPrecision(3))}${unit}`;
  }
  return `${Number(value.toPrecision(3))}`;
}
