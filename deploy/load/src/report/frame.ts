import { printDuration } from '../duration.ts'
import { element, escaped } from './markup.ts'
import type { Scale } from './scale.ts'

/** The room of a plot, within what its axes need. */
export interface Room {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** Two drawings of the same plot, so that on a phone words stay as large as words. */
export function drawn(label: string, draw: (room: Room) => string): string {
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

/** Lines across, and what they stand for. */
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

/** The time since the run began, below the plot. */
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

/** `45 s`, `2 m`, `1 h 30 m`: ticks are whole, and need no digits behind a point. */
const clock = (seconds: number): string =>
  seconds === 0 ? '0' : seconds < 60 ? `${seconds} s` : printDuration(seconds * 1_000)

/** A column to point at, which tells its figures. */
export const pointable = (x: number, width: number, { top, bottom }: Room, words: string): string =>
  element(
    'rect',
    { class: 'point', x, y: top, width: Math.max(width, 0.1), height: bottom - top },
    element('title', {}, escaped(words)),
  )

/** A line through points, broken where there is none. */
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

/** Words beside the ends of lines, moved apart where they would cover each other. */
export function endLabels(
  { right, top, bottom }: Room,
  ends: readonly { y: number; text: string; class: string }[],
): string {
  const height = 15
  // Of those that end at the same height, whichever was drawn last, on top, is named first.
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
