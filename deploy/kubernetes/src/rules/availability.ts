import { appLabel, type Manifest, nameOf, workloadsOf } from '../manifest.ts'

/** What keeps a service there while machines come and go: spread, a budget for disruptions, more of it under load. */
export function wrongWithAvailability(manifests: readonly Manifest[]): string[] {
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
        'has no budget for disruptions',
      ],
      [scales, 'does not grow with its load'],
      [
        !scales || deployment.spec.replicas === undefined,
        'sets a number of replicas that its autoscaler sets, too',
      ],
      [of('Service').some(({ spec }) => spec.selector?.[appLabel] === app), 'is found by no service'],
      [workload?.pod.topologySpreadConstraints?.length > 0, 'may have all its pods on one machine'],
      [deployment.spec.strategy?.rollingUpdate?.maxUnavailable === 0, 'goes away while it is rolled'],
    ] as const
    return rules.filter(([holds]) => !holds).map(([, what]) => `${nameOf(deployment)} ${what}`)
  })
}
