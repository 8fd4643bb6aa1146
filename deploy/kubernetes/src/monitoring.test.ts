import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const rules = parse(read('deploy/monitoring/alerts.yaml')).groups[0].rules as {
  alert: string
  annotations: { runbook: string }
}[]

test('every alert has its entry in the runbook, and the runbook no other', () => {
  const headings = [...read('docs/runbook.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(rules.map(({ alert }) => alert))
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  }
})

test('the cluster gets the same alerts', () => {
  const { spec } = parse(read('deploy/kubernetes/components/monitoring/alerts.yaml'))
  expect(spec.groups).toEqual(parse(read('deploy/monitoring/alerts.yaml')).groups)
})
