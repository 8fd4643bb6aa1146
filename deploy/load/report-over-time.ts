import { printDuration } from './duration.ts'
import { countOf, errorsOf, type Moment, type Recording } from './recorder.ts'
import {
  element,
  endLabels,
  escaped,
  line,
  linear,
  logarithmic,
  pointable,
  type Room,
  responsivePlot,
  rows,
  type Scale,
  timeAxis,
} from './report-frame.ts'

/** An interval and its duration: the last one is shorter. */
interface Span {
  from: number
  moment: Moment
  seconds: number
}

/** p50, p90 and p99 per interval. @param limit for p99 in milliseconds, if there is an objective */
export function percentilesOverTime(recording: Recording, limit: number | null): string {
  const { moments, seconds } = recording
  const values = moments.flatMap(({ p50, p99 }) => [p50, p99]).filter(Number.isFinite)
  if (values.length === 0) return '<p class="nothing">Nothing was answered.</p>'
  const all = limit === null ? values : [...values, limit * 1.2]
  return responsivePlot('The 50th, 90th and 99th percentile of latency over time', (room) => {
    const { axis, place } = timeAxis(room, seconds)
    const y = logarithmic(Math.min(...all) * 0.8, Math.max(...all) * 1.1, [room.bottom, room.top])
    const series = (['p50', 'p90', 'p99'] as const).map((name) => ({
      name,
      points: spansOf(recording).map(({ from, moment, seconds: length }) => {
        return [place(from + length / 2), y.place(moment[name])] as const
      }),
    }))
    return [
      rows(room, y, tick),
      limit === null ? '' : bound(room, y.place(limit), `objective: ${printDuration(limit)}`),
      ...series.map(({ name, points }) => element('path', { class: `line ${name}`, d: line(points) })),
      // A single point between gaps has no line, so it gets a dot.
      ...series.map(({ name, points }) => dots(name, points)),
      endLabels(
        room,
        series.map(({ name, points }) => ({ text: name, class: name, y: lastOf(points) })),
      ),
      axis,
      points(recording, room, place, ({ p50, p90, p99, max }) =>
        [
          ['p50', p50],
          ['p90', p90],
          ['p99', p99],
          ['max', max],
        ]
          .map(([name, ms]) => `${name} ${printDuration(Number(ms))}`)
          .join(', '),
      ),
    ].join('')
  })
}

/** Successful and failed requests per second, by interval. */
export function throughputOverTime(recording: Recording): string {
  const spans = spansOf(recording)
  return responsivePlot('Successful and failed requests per second, over time', (room) => {
    const { axis, place } = timeAxis(room, recording.seconds)
    const most = Math.max(...spans.map(({ moment, seconds }) => countOf(moment.outcomes) / seconds))
    const y = linear(most, [room.bottom, room.top])
    const columns = spans.map(({ from, moment, seconds }) => {
      const good = y.place(moment.outcomes.answered / seconds)
      const all = y.place(countOf(moment.outcomes) / seconds)
      const x = place(from) + 0.5
      const width = Math.max(0.5, place(from + seconds) - place(from) - 1)
      return (
        element('rect', { class: 'bar', x, width, y: good, height: room.bottom - good }) +
        (all < good ? element('rect', { class: 'bad', x, width, y: all, height: good - all }) : '')
      )
    })
    return [
      rows(room, y, (perSecond) => `${perSecond} /s`),
      ...columns,
      axis,
      points(recording, room, place, ({ outcomes }, length) => {
        const errors = errorsOf(outcomes)
        return `${(outcomes.answered / length).toFixed(1)} answered a second, ${errors === 0 ? 'no errors' : `${(errors / length).toFixed(1)} errors`}`
      }),
    ].join('')
  })
}

/** Journeys and requests in progress: a number that keeps rising means overload. */
export function underWayOverTime(recording: Recording): string {
  return responsivePlot('Journeys and requests in progress, over time', (room) => {
    const { axis, place } = timeAxis(room, recording.seconds)
    const most = Math.max(
      1,
      ...recording.moments.map(({ journeys, requests }) => Math.max(journeys, requests)),
    )
    const y = linear(most, [room.bottom, room.top])
    const series = (['journeys', 'requests'] as const).map((name) => ({
      name,
      points: [
        [room.left, room.bottom] as const,
        ...recording.moments.map((moment) => [place(moment.at), y.place(moment[name])] as const),
      ],
    }))
    return [
      rows(room, y, String),
      ...series.map(({ name, points: drawnPoints }) =>
        element('path', { class: `line ${name}`, d: line(drawnPoints) }),
      ),
      endLabels(
        room,
        series.map(({ name, points: ends }) => ({
          text: name === 'journeys' ? 'people' : 'asking',
          class: name,
          y: lastOf(ends),
        })),
      ),
      axis,
      points(
        recording,
        room,
        place,
        ({ journeys, requests }) => `${journeys} journeys and ${requests} requests under way`,
      ),
    ].join('')
  })
}

export function momentRows(recording: Recording): string[][] {
  return spansOf(recording).map(({ from, moment, seconds }) => [
    `${from.toFixed(0)} s`,
    (moment.begun / seconds).toFixed(1),
    (moment.outcomes.answered / seconds).toFixed(1),
    String(errorsOf(moment.outcomes)),
    ...[moment.p50, moment.p90, moment.p99, moment.max].map(printDuration),
    String(moment.journeys),
    String(moment.requests),
  ])
}

function spansOf({ moments }: Recording): Span[] {
  return (
    moments
      .map((moment, place) => {
        const from = moments[place - 1]?.at ?? 0
        return { from, moment, seconds: moment.at - from }
      })
      // A very short last interval would be extrapolated to a full second.
      .filter(({ seconds }, place) => place === 0 || seconds > 0.25)
  )
}

const lastOf = (points: readonly (readonly [number, number])[]): number =>
  points.findLast(([, y]) => Number.isFinite(y))?.[1] ?? Number.NaN

function dots(name: string, points: readonly (readonly [number, number])[]): string {
  const isAt = (place: number) => Number.isFinite(points[place]?.[1] ?? Number.NaN)
  return points
    .map(([x, y], place) =>
      isAt(place) && !isAt(place - 1) && !isAt(place + 1)
        ? element('circle', { class: `dot ${name}`, cx: x, cy: y, r: 2.5 })
        : '',
    )
    .join('')
}

function bound({ left, right }: Room, y: number, words: string): string {
  return (
    element('path', { class: 'limit', d: `M${left} ${y.toFixed(1)}H${right}` }) +
    element('text', { class: 'limited', x: left + 6, y: y - 6 }, escaped(words))
  )
}

function points(
  recording: Recording,
  room: Room,
  place: Scale['place'],
  words: (moment: Moment, seconds: number) => string,
): string {
  return spansOf(recording)
    .map(({ from, moment, seconds }) =>
      pointable(
        place(from),
        place(from + seconds) - place(from),
        room,
        `${printDuration(from * 1_000)} to ${printDuration(moment.at * 1_000)}: ${words(moment, seconds)}`,
      ),
    )
    .join('')
}

const tick = (ms: number): string => (ms >= 1_000 ? `${ms / 1_000} s` : `${Number(ms.toPrecision(2))} ms`)
