import { printDuration } from './duration.ts'

/** Escapes text for HTML and its attributes. */
export const escaped = (text: string | number): string =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

type Attributes = Readonly<Record<string, string | number>>

/** An element; its content is already markup. */
export function element(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`,
  )
  return `<${name}${written.join('')}>${inside.join('')}</${name}>`
}

/** Coordinates are rounded to a tenth of a pixel. */
const rounded = (value: number): string => String(Math.round(value * 10) / 10)

/** A table whose rows start with their name. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map((column) => element('th', { scope: 'col' }, escaped(column))).join('')
  const body = rows.map(([name = '', ...values]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, escaped(name)),
      ...values.map((value) => element('td', {}, escaped(value))),
    ),
  )
  return `<div class="scroller" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** The area of a plot inside its axes. */
export interface Room {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** Draws a plot twice, for wide and narrow screens, so that text keeps its size on a phone. */
export function responsivePlot(label: string, draw: (room: Room) => string): string {
  return [
    { width: 960, kind: 'wide' },
    { width: 400, kind: 'narrow' },
  ]
    .map(({ width, kind }) => {
      const height = kind === 'wide' ? 260 : 220
      const room = { width, height, left: 58, right: width - 46, top: 14, bottom: height - 26 }
      return element(
        'svg',
        { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: kind },
        draw(room),
      )
    })
    .join('')
}

/** Horizontal grid lines with labels. */
export function rows({ left, right }: Room, scale: Scale, print: (value: number) => string): string {
  return scale.ticks
    .map((tick) => {
      const y = scale.place(tick)
      return (
        element('path', { class: 'grid', d: `M${left} ${y.toFixed(1)}H${right}` }) +
        element('text', { class: 'axis', x: left - 8, y: y + 4, 'text-anchor': 'end' }, escaped(print(tick)))
      )
    })
    .join('')
}

/** The time axis below a plot. */
export function timeAxis(
  { bottom, left, right, width }: Room,
  seconds: number,
): { axis: string; place: Scale['place'] } {
  const place = (at: number) => left + (at / seconds) * (right - left)
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600]
  const room = width > 500 ? 9 : 4
  const step = steps.find((one) => seconds / one <= room) ?? 86_400
  const marks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, at) => at * step)
  const axis = marks
    .map((at) =>
      element(
        'text',
        { class: 'axis', x: place(at), y: bottom + 18, 'text-anchor': 'middle' },
        escaped(clock(at)),
      ),
    )
    .join('')
  return { axis, place }
}

/** `45 s`, `2 m`, `1 h 30 m`: ticks are whole numbers. */
const clock = (seconds: number): string =>
  seconds === 0 ? '0' : seconds < 60 ? `${seconds} s` : printDuration(seconds * 1_000)

/** A column with a tooltip. */
export const pointable = (x: number, width: number, { top, bottom }: Room, words: string): string =>
  element(
    'rect',
    { class: 'point', x, y: top, width: Math.max(width, 0.1), height: bottom - top },
    element('title', {}, escaped(words)),
  )

/** A line through points, interrupted where values are missing. */
export function line(points: readonly (readonly [x: number, y: number])[]): string {
  let isDown = false
  return points
    .map(([x, y]) => {
      if (!Number.isFinite(y)) {
        isDown = false
        return ''
      }
      const command = isDown ? 'L' : 'M'
      isDown = true
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}

/** Labels at the ends of lines, moved apart where they would overlap. */
export function endLabels(
  { right, top, bottom }: Room,
  ends: readonly { y: number; text: string; class: string }[],
): string {
  const height = 15
  // If lines end at the same height, the one drawn last is labeled first.
  const sorted = [...ends]
    .reverse()
    .filter(({ y }) => Number.isFinite(y))
    .sort((a, b) => a.y - b.y)
  let free = top + 8
  const placed = sorted.map((end) => {
    const y = Math.max(end.y, free)
    free = y + height
    return { ...end, y }
  })
  const over = Math.max(0, free - height - bottom)
  return placed
    .map(({ y, text, class: name }) =>
      element('text', { class: `end ${name}`, x: right + 6, y: y - over + 4 }, escaped(text)),
    )
    .join('')
}

export interface Scale {
  /** The position of a value in pixels. */
  place(value: number): number
  ticks: readonly number[]
}

/** A linear scale from 0 to at least `most`, in round steps. */
export function linear(most: number, [from, to]: readonly [number, number], count = 4): Scale {
  const rough = Math.max(most, 1e-9) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((factor) => rough <= power * factor) ?? 10)
  const top = Math.ceil(Math.max(most, step) / step - 1e-9) * step
  return {
    place: (value) => from + (value / top) * (to - from),
    ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step),
  }
}

/** A logarithmic scale; with few powers of ten, 2 and 5 are marked too. */
export function logarithmic(least: number, most: number, [from, to]: readonly [number, number]): Scale {
  const low = Math.log10(least)
  const high = Math.max(Math.log10(most), low + 0.5)
  const marks = high - low > 2.2 ? [1] : [1, 2, 5]
  const ticks = []
  for (let power = Math.floor(low); power <= Math.ceil(high); power += 1) {
    for (const mark of marks) ticks.push(mark * 10 ** power)
  }
  return {
    place: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    ticks: ticks.filter((tick) => Math.log10(tick) >= low - 1e-9 && Math.log10(tick) <= high + 1e-9),
  }
}
