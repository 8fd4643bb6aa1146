import { appLabel, type Manifest, nameOf, workloadsOf } from './render.ts'

/** The rules for all our pods: one problem per line. */
export function podProblems(manifests: readonly Manifest[]): string[] {
  return workloadsOf(manifests).flatMap(({ manifest, name, pod, containers }) => [
    ...[
      [pod.securityContext?.runAsNonRoot === true, 'may run as root'],
      [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'],
      [pod.automountServiceAccountToken === false, "holds a token for the cluster's API"],
      [pod.terminationGracePeriodSeconds > 0 || ends(manifest), 'has no time to stop'],
    ]
      .filter(([holds]) => !holds)
      .map(([, what]) => `${name} ${what}`),
    ...containers.flatMap((container) => wrongWithContainer(name, container, ends(manifest))),
  ])
}

/** Jobs end by themselves and serve no requests. */
const ends = ({ kind }: Manifest): boolean => kind === 'Job' || kind === 'CronJob'

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked by the schemas
function wrongWithContainer(name: string, container: any, isEnding: boolean): string[] {
  const { securityContext: security, resources, image } = container
  const tag = image.split('/').at(-1).split(':')[1]
  const rules = [
    [tag !== undefined && tag !== 'latest', `runs ${image}, which can change`],
    [security?.readOnlyRootFilesystem === true, 'may write to its own image'],
    [security?.allowPrivilegeEscalation === false, 'may gain privileges'],
    [security?.capabilities?.drop?.includes('ALL'), 'keeps capabilities'],
    [resources?.limits?.memory && resources.limits.cpu, 'has no limits'],
    [resources?.requests?.memory && resources.requests.cpu, 'has no resource requests'],
    [isEnding || container.readinessProbe, 'has no readiness probe'],
    [isEnding || container.livenessProbe, 'has no liveness probe'],
  ]
  return rules.filter(([holds]) => !holds).map(([, what]) => `${name}: ${container.name} ${what}`)
}

/** Scheduled jobs run unattended: never twice at once, never endlessly, and without rights in the cluster. */
export function scheduleProblems(manifests: readonly Manifest[]): string[] {
  const powerless = manifests
    .filter(
      ({ kind, automountServiceAccountToken }) =>
        kind === 'ServiceAccount' && automountServiceAccountToken === false,
    )
    .map(({ metadata }) => metadata.name)
  return workloadsOf(manifests)
    .filter(({ manifest }) => manifest.kind === 'CronJob')
    .flatMap(({ manifest, pod }) => {
      const { spec } = manifest
      const rules = [
        [spec.concurrencyPolicy === 'Forbid', 'may run twice at once'],
        [spec.successfulJobsHistoryLimit >= 0 && spec.failedJobsHistoryLimit > 0, 'has no history limits'],
        // Without it, a job that has missed a hundred runs never runs again.
        [spec.startingDeadlineSeconds > 0, 'has no starting deadline'],
        [spec.suspend || spec.jobTemplate.spec.activeDeadlineSeconds > 0, 'may hang and block the next run'],
        [spec.timeZone !== undefined, 'has no time zone'],
        [powerless.includes(pod.serviceAccountName), 'has no service account without a token'],
      ] as const
      return rules.filter(([holds]) => !holds).map(([, what]) => `${nameOf(manifest)} ${what}`)
    })
}

/** What keeps a service available while nodes come and go: spread, a disruption budget, autoscaling. */
export function availabilityProblems(manifests: readonly Manifest[]): string[] {
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
  return of('Deployment').flatMap((deployment) => {
    const app = deployment.spec.selector.matchLabels?.[appLabel]
    const [workload] = workloadsOf([deployment])
    const scales = of('HorizontalPodAutoscaler').some(
      ({ spec }) => spec.scaleTargetRef.name === deployment.metadata.name,
    )
    const rules = [
      [workload?.app === app, 'does not select its own pods'],
      [
        of('PodDisruptionBudget').some(({ spec }) => spec.selector.matchLabels?.[appLabel] === app),
        'has no disruption budget',
      ],
      [scales, 'has no autoscaler'],
      [!scales || deployment.spec.replicas === undefined, 'sets replicas although it has an autoscaler'],
      [of('Service').some(({ spec }) => spec.selector?.[appLabel] === app), 'is not selected by a service'],
      [workload?.pod.topologySpreadConstraints?.length > 0, 'may run all its pods on one node'],
      [deployment.spec.strategy?.rollingUpdate?.maxUnavailable === 0, 'is unavailable during a rollout'],
    ] as const
    return rules.filter(([holds]) => !holds).map(([, what]) => `${nameOf(deployment)} ${what}`)
  })
}

const password = /:\/\/[^/\s:@]+:[^@\s]+@/
const secretName = /(SECRET|PASSWORD|TOKEN|PRIVATE_KEY|API_KEY)$/

/** Secrets must be references: none may be in a manifest, neither as an object nor as the value of a variable. */
export function plainTextSecrets(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => [
    ...(manifest.kind === 'Secret' ? [`${nameOf(manifest)} contains a secret`] : []),
    ...namedTexts(manifest)
      .filter(([name, text]) => password.test(text) || (secretName.test(name) && text !== ''))
      .map(([name]) => `${nameOf(manifest)}: ${name} holds a secret`),
  ])
}

/** Every string with its name: of a field, or of a variable. */
function namedTexts(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  if ('name' in value && 'value' in value) return namedTexts(value.value, String(value.name))
  return Object.entries(value).flatMap(([key, part]) => namedTexts(part, Array.isArray(value) ? name : key))
}
