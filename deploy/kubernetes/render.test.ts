import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { type Manifest, nameOf, render } from './render.ts'

/** A folder with these files, as YAML. */
function folderOf(files: Readonly<Record<string, object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rehearse-kustomize-'))
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content))
  return folder
}

const job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'one' },
  spec: { template: { spec: { containers: [{ name: 'one', image: 'ours' }] } } },
}

describe('rendering', () => {
  test('sets namespace and images, and applies patches', () => {
    const folder = folderOf({
      'job.yaml': job,
      'kustomization.yaml': {
        namespace: 'here',
        resources: ['job.yaml'],
        images: [{ name: 'ours', newName: 'registry.example/ours', newTag: '2' }],
        patches: [{ target: { kind: 'Job' }, patch: '- { op: add, path: /spec/backoffLimit, value: 3 }' }],
      },
    })
    expect(render(folder)).toEqual([
      {
        ...job,
        metadata: { name: 'one', namespace: 'here' },
        spec: {
          backoffLimit: 3,
          template: { spec: { containers: [{ name: 'one', image: 'registry.example/ours:2' }] } },
        },
      },
    ])
  })

  test('sets the images of scheduled jobs', () => {
    const folder = folderOf({
      'schedule.yaml': { ...job, kind: 'CronJob', spec: { jobTemplate: { spec: job.spec } } },
      'kustomization.yaml': { resources: ['schedule.yaml'], images: [{ name: 'ours', newTag: '2' }] },
    })
    const [rendered] = render(folder)
    expect(rendered?.spec.jobTemplate.spec.template.spec.containers[0].image).toBe('ours:2')
  })

  test('rejects unknown fields, and a patch without a target', () => {
    expect(() => render(folderOf({ 'kustomization.yaml': { namePrefix: 'x-' } }))).toThrow(
      'unsupported fields: namePrefix',
    )
    const patches = [{ target: { kind: 'Job' }, patch: '[]' }]
    expect(() => render(folderOf({ 'kustomization.yaml': { patches } }))).toThrow(
      'no object matches the patch target',
    )
  })
})

describe.skipIf(!hasKubectl())('kubectl kustomize', () => {
  test.each(['single', 'ha'])('renders %s alike', (name) => {
    const folder = join(import.meta.dirname, 'overlays', name)
    const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
    const theirs = parseAllDocuments(text).map((document): Manifest => document.toJS())
    const sorted = (manifests: Manifest[]) => manifests.sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
    expect(sorted(render(folder))).toEqual(sorted(theirs))
  })
})

function hasKubectl(): boolean {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
