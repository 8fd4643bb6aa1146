import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes, upstreamNames } from '../../services/gateway/src/routes.ts'
import { connectionProblems, natsProblems, networkPolicyProblems, trustProblems } from './network-rules.ts'
import { type Manifest, nameOf, type Operation, patched, render } from './render.ts'
import { schemaProblems, unknownFields, validate } from './validate.ts'
import { availabilityProblems, plainTextSecrets, podProblems, scheduleProblems } from './workload-rules.ts'

const overlays = { single: overlay('single'), ha: overlay('ha') }

function overlay(name: string): Manifest[] {
  return render(join(import.meta.dirname, 'overlays', name))
}

type Rule = (manifests: readonly Manifest[]) => string[] | Promise<string[]>
const nats: Rule = (manifests) => natsProblems(manifests, ['gateway', ...upstreamNames])
const arrows: Rule = (manifests) => networkPolicyProblems(manifests, upstreamNames)

/** `single`, with one of its objects changed. */
const changed = (name: string, operation: Operation) =>
  overlays.single.map((one) => (nameOf(one) === name ? patched(one, [operation], name) : one))

const pod = '/spec/template/spec'
const container = `${pod}/containers/0`
const scheduled = '/spec/jobTemplate/spec/template'

// The first compilation parses the schemas' types, which takes long on a busy machine.
describe('an overlay', { timeout: 120_000 }, () => {
  test.each(Object.entries(overlays))('%s is valid', async (_name, manifests) => {
    expect(await validate(manifests)).toEqual([])
  })

  test.each<[string, Rule, string, Operation, string]>([
    [
      'a field of another type',
      schemaProblems,
      'Deployment media',
      { op: 'replace', path: `${container}/ports`, value: 8_000 },
      'ports',
    ],
    [
      'a field that no schema knows',
      unknownFields,
      'Deployment media',
      { op: 'add', path: '/spec/replica', value: 2 },
      '"replica"',
    ],
    [
      'all private networks as proxies',
      trustProblems,
      'ConfigMap platform',
      { op: 'replace', path: '/data/TRUST_PROXY', value: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16' },
      'trusts 10.0.0.0/8',
    ],
    [
      'all addresses as proxies',
      trustProblems,
      'ConfigMap platform',
      { op: 'replace', path: '/data/TRUST_PROXY', value: 'true' },
      'name the ingress',
    ],
    [
      'no one as a proxy',
      trustProblems,
      'ConfigMap platform',
      { op: 'remove', path: '/data/TRUST_PROXY' },
      'TRUST_PROXY',
    ],
    [
      'a NATS that requires no user',
      nats,
      'ConfigMap nats',
      { op: 'replace', path: '/data/nats.conf', value: 'port: 4222\n# include users.conf' },
      'NATS accepts everyone',
    ],
    [
      'NATS servers without a cluster password',
      nats,
      'ConfigMap nats',
      {
        op: 'replace',
        path: '/data/nats.conf',
        value: 'include users.conf\ncluster {\n  routes: [nats://nats-0.nats-peers:6222]\n}',
      },
      'NATS accepts any server',
    ],
    [
      'a service without a NATS user',
      nats,
      'Deployment gateway',
      { op: 'replace', path: `${pod}/volumes/0/secret/secretName`, value: 'gateway' },
      'does not mount the secret gateway-nats',
    ],
    [
      'a service with the user of another',
      nats,
      'Deployment media',
      {
        op: 'add',
        path: `${pod}/volumes/0/projected/sources/-`,
        value: { secret: { name: 'identity-nats' } },
      },
      'it mounts the secret identity-nats',
    ],
    [
      'one NATS user for all',
      nats,
      'ConfigMap platform',
      { op: 'add', path: '/data/NATS_URL', value: 'nats://nats:4222' },
      'hides',
    ],
    [
      'an image without a tag',
      podProblems,
      'Deployment media',
      { op: 'replace', path: `${container}/image`, value: 'a/rehearse' },
      'which can change',
    ],
    [
      'the latest image',
      podProblems,
      'Deployment media',
      { op: 'replace', path: `${container}/image`, value: 'rehearse:latest' },
      'which can change',
    ],
    [
      'no limits',
      podProblems,
      'StatefulSet nats',
      { op: 'remove', path: `${container}/resources/limits` },
      'has no limits',
    ],
    [
      'a root user',
      podProblems,
      'Job prepare',
      { op: 'remove', path: `${pod}/securityContext/runAsNonRoot` },
      'may run as root',
    ],
    [
      'no seccomp profile',
      podProblems,
      'Deployment gateway',
      { op: 'remove', path: `${pod}/securityContext/seccompProfile` },
      'has no seccomp profile',
    ],
    [
      'a token for the cluster',
      podProblems,
      'Deployment gateway',
      { op: 'remove', path: `${pod}/automountServiceAccountToken` },
      "cluster's API",
    ],
    [
      'a writable image',
      podProblems,
      'Deployment gateway',
      { op: 'replace', path: `${container}/securityContext/readOnlyRootFilesystem`, value: false },
      'may write',
    ],
    [
      'capabilities',
      podProblems,
      'Deployment gateway',
      { op: 'remove', path: `${container}/securityContext/capabilities` },
      'keeps capabilities',
    ],
    [
      'no readiness probe',
      podProblems,
      'Deployment gateway',
      { op: 'remove', path: `${container}/readinessProbe` },
      'has no readiness probe',
    ],
    [
      'a password in a URL',
      plainTextSecrets,
      'ConfigMap platform',
      { op: 'add', path: '/data/NATS_URL', value: 'nats://a:b@nats:4222' },
      'NATS_URL holds a secret',
    ],
    [
      'a secret as a variable',
      plainTextSecrets,
      'Deployment identity',
      { op: 'add', path: `${container}/env/-`, value: { name: 'KEY_ENCRYPTION_SECRET', value: 'x' } },
      'KEY_ENCRYPTION_SECRET holds a secret',
    ],
    [
      'a disruption budget for other pods',
      availabilityProblems,
      'PodDisruptionBudget media',
      { op: 'replace', path: '/spec/selector/matchLabels', value: {} },
      'has no disruption budget',
    ],
    [
      'an autoscaler for another deployment',
      availabilityProblems,
      'HorizontalPodAutoscaler media',
      { op: 'replace', path: '/spec/scaleTargetRef/name', value: 'x' },
      'has no autoscaler',
    ],
    [
      'more replicas than Postgres has connections for',
      connectionProblems,
      'HorizontalPodAutoscaler progress',
      { op: 'replace', path: '/spec/maxReplicas', value: 12 },
      'Postgres allows 340 connections, but its services may open 426',
    ],
    [
      'a missing connection',
      arrows,
      'NetworkPolicy gateway-to-services',
      {
        op: 'replace',
        path: '/spec/egress/0/to/0/podSelector/matchExpressions/0/values',
        value: ['identity', 'questions', 'progress'],
      },
      'gateway → media:8000 is blocked',
    ],
    [
      'a backup that NATS rejects',
      arrows,
      'NetworkPolicy nats-from-backup',
      { op: 'replace', path: '/spec/ingress/0/ports/0/port', value: 6_222 },
      'backup → nats:4222 is blocked',
    ],
    [
      'a schedule without limits',
      podProblems,
      'CronJob backup',
      { op: 'remove', path: `${scheduled}/spec/containers/0/resources/limits` },
      'has no limits',
    ],
    [
      'a schedule that writes to its image',
      podProblems,
      'CronJob backup-keys',
      {
        op: 'replace',
        path: `${scheduled}/spec/containers/0/securityContext/readOnlyRootFilesystem`,
        value: false,
      },
      'may write to its own image',
    ],
    [
      'two backups at once',
      scheduleProblems,
      'CronJob backup',
      { op: 'replace', path: '/spec/concurrencyPolicy', value: 'Allow' },
      'may run twice at once',
    ],
    [
      'a backup that hangs',
      scheduleProblems,
      'CronJob backup',
      { op: 'remove', path: '/spec/jobTemplate/spec/activeDeadlineSeconds' },
      'may hang',
    ],
    [
      'an unlimited job history',
      scheduleProblems,
      'CronJob backup',
      { op: 'remove', path: '/spec/failedJobsHistoryLimit' },
      'has no history limits',
    ],
    [
      'an account with a token',
      scheduleProblems,
      'ServiceAccount backup',
      { op: 'replace', path: '/automountServiceAccountToken', value: true },
      'has no service account without a token',
    ],
    [
      'a policy that no longer covers all pods',
      arrows,
      'NetworkPolicy nobody-by-default',
      { op: 'replace', path: '/spec/podSelector', value: { matchLabels: { x: 'y' } } },
      'prepare accepts connections from everywhere',
    ],
  ])('with %s is invalid', async (_what, rule, name, operation, problem) => {
    expect(await rule(changed(name, operation))).toContainEqual(expect.stringContaining(problem))
  })

  test("has an ingress for the gateway's paths, with its size limits and timeouts", () => {
    const ingress = overlays.single.find(({ kind }) => kind === 'Ingress')
    const annotation = (name: string) =>
      ingress?.metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`] ?? null
    expect([annotation('proxy-body-size'), annotation('proxy-read-timeout')]).toEqual([
      `${Math.max(...routes.map(({ bodyLimit }) => bodyLimit)) / 1024 ** 2}m`,
      `${Math.max(...routes.map(({ timeout }) => timeout ?? 0))}`,
    ])
  })

  test('in which a backup can call a service is invalid', async () => {
    const peer = (name: string) => [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': name } } }]
    const policy = (name: string, spec: object): Manifest => ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name },
      spec,
    })
    const ports = [{ port: 8_000 }]
    const more = [
      policy('out', {
        podSelector: peer('backup')[0]?.podSelector,
        policyTypes: ['Egress'],
        egress: [{ to: peer('identity'), ports }],
      }),
      policy('in', {
        podSelector: peer('identity')[0]?.podSelector,
        policyTypes: ['Ingress'],
        ingress: [{ from: peer('backup'), ports }],
      }),
    ]
    expect(await arrows([...overlays.single, ...more])).toEqual(['backup → identity:8000 is not expected'])
  })

  test('in which a service can call another is invalid', async () => {
    const both = { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'identity' } } }
    const more: Manifest = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'more' },
      spec: {
        podSelector: {},
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ from: [both], ports: [{ port: 8_000 }] }],
        egress: [{ to: [both], ports: [{ port: 8_000 }] }],
      },
    }
    expect(await arrows([...overlays.single, more])).toContain('identity → identity:8000 is not expected')
  })
})
