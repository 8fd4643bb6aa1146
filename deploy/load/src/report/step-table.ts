import { printDuration } from '../duration.ts'
import { countOf, errorsOf, type Outcomes, type Recording } from '../recorder.ts'
import type { Latencies } from '../sample.ts'
import { element, escaped } from './markup.ts'
import { logarithmic } from './scale.ts'

const names: Readonly<Record<string, string>> = {
  'sign-up': 'POST /api/auth/register',
  'sign-in': 'POST /api/auth/login',
  'list-questions': 'GET /api/questions/unified, five at random',
  'open-question': 'GET /api/questions/unified/{id}',
  answer: 'POST /api/progress/save',
  dashboard: 'GET /api/progress/dashboard',
  progress: 'GET /api/progress/get',
  'sign-out': 'POST /api/auth/logout',
  'sign-in-admin': 'POST /api/admin/auth',
  'list-admin': 'GET /api/questions/unified, page 1',
  search: 'GET /api/questions/unified/search',
  import: 'POST /api/questions/unified, three',
  'edit-question': 'PUT /api/questions/unified/{id}',
  'delete-question': 'DELETE /api/questions/unified/{id}',
  'undo-import': 'DELETE /api/questions/imports/{batchId}',
  'sign-out-admin': 'DELETE /api/admin/auth',
}

/** A row for each step, with its p50 to p99 drawn on one scale for all: what is slow stands out to the right. */
export function stepTable({ steps, outcomes, latencies }: Recording): string {
  const measured = steps.filter((one) => one.latencies.count > 0)
  const least = Math.min(...measured.map((one) => one.latencies.at[0] ?? 1))
  const most = Math.max(...measured.map((one) => one.latencies.max))
  const scale = logarithmic(Math.max(0.05, least * 0.7), most * 1.3, [0, 160])
  const row = (name: string, call: string, of: Outcomes, ms: Latencies) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, escaped(name), element('small', {}, escaped(call))),
      ...[countOf(of).toLocaleString('en'), errorCell(of)].map((cell) => `<td>${cell}</td>`),
      ...[ms.at[0], ms.at[2], ms.at[4], ms.max].map((one) => `<td>${printDuration(one ?? Number.NaN)}</td>`),
      element('td', { class: 'range' }, ms.count > 0 ? range(ms, scale.place) : ''),
    )
  const head = ['Step', 'Requests', 'Errors', 'p50', 'p90', 'p99', 'max']
    .map((name) => element('th', { scope: 'col' }, name))
    .join('')
  return `<div class="scroller" tabindex="0"><table class="steps"><thead><tr>${head}<th scope="col" class="range">p50 – p99, max</th></tr></thead><tbody>${steps
    .map((one) => row(one.step, names[one.step] ?? '', one.outcomes, one.latencies))
    .join('')}</tbody><tfoot>${row('All', '', outcomes, latencies)}</tfoot></table></div>`
}

function errorCell(outcomes: Outcomes): string {
  const errors = errorsOf(outcomes)
  if (errors === 0) return '0'
  const { answered: _, ...others } = outcomes
  const words = Object.entries(others)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
  return `<b class="bad-text">${errors.toLocaleString('en')}</b><small>${escaped(words.join(', '))}</small>`
}

function range({ at, max }: Latencies, place: (ms: number) => number): string {
  const [p50, p90, p99] = [at[0], at[2], at[4]].map((ms) => place(ms ?? Number.NaN)) as [
    number,
    number,
    number,
  ]
  return element(
    'svg',
    { viewBox: '0 0 160 14', 'aria-hidden': 'true' },
    element('path', { class: 'grid', d: 'M0 7H160' }),
    element('rect', {
      class: 'range-99',
      x: p50,
      y: 4.5,
      width: Math.max(1.5, p99 - p50),
      height: 5,
      rx: 2.5,
    }),
    element('rect', {
      class: 'range-90',
      x: p50,
      y: 4.5,
      width: Math.max(1.5, p90 - p50),
      height: 5,
      rx: 2.5,
    }),
    element('path', { class: 'range-50', d: `M${p50.toFixed(1)} 2V12` }),
    element('circle', { class: 'range-max', cx: place(max), cy: 7, r: 2 }),
  )
}
