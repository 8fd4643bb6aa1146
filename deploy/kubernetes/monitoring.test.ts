import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const rules = parse(read('deploy/monitoring/alerts.yaml')).groups[0].rules as {
  alert: string
  expr: string
  annotations: { runbook: string }
}[]

interface Panel {
  targets?: { expr: string }[]
}

test('every alert has an entry in the runbook, and every entry an alert', () => {
  const headings = [...read('docs/runbook.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(rules.map(({ alert }) => alert))
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  }
})

// Prometheus verifies the rules: `promtool test rules deploy/monitoring/alerts-test.yaml`.
test('there is a test case in which each alert fires', () => {
  const [everything] = parse(read('deploy/monitoring/alerts-test.yaml')).tests
  const firing = everything.promql_expr_test[0].exp_samples.map(({ labels }: { labels: string }) => labels)
  expect(firing).toEqual(rules.map(({ alert }) => `{alertname="${alert}"}`))
})

/** If the labels differ, nothing is joined: an alert never fires, a panel stays empty. */
test('joined series have the same labels, or name those they join on', () => {
  const panels = readdirSync(new URL('../monitoring/dashboards/', import.meta.url)).flatMap((file) =>
    (JSON.parse(read(`deploy/monitoring/dashboards/${file}`)).panels as Panel[]).flatMap(
      ({ targets }) => targets ?? [],
    ),
  )
  const apart = [...rules, ...panels]
    .map(({ expr }) => expr)
    .filter((expr) => !/\b(on|ignoring) *\(|\bscalar\(/.test(expr))
    .filter((expr) => {
      const labels = [...expr.matchAll(/\b(?:sum|min|max|avg|count)(?: by \(([^)]*)\))? *\(/g)]
      return new Set(labels.map(([, by]) => by)).size > 1
    })
  expect(apart).toEqual([])
})

test('the cluster gets the same alerts', () => {
  const { spec } = parse(read('deploy/kubernetes/components/monitoring/alerts.yaml'))
  expect(spec.groups).toEqual(parse(read('deploy/monitoring/alerts.yaml')).groups)
})
