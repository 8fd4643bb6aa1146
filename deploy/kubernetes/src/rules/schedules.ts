import { type Manifest, nameOf, workloadsOf } from '../manifest.ts'

/** What runs by the clock, with nobody looking: never twice at once, never for ever, and with no rights in the cluster. */
export function wrongWithSchedules(manifests: readonly Manifest[]): string[] {
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
        [
          spec.successfulJobsHistoryLimit >= 0 && spec.failedJobsHistoryLimit > 0,
          'does not say what is kept of it',
        ],
        // Without it, one that has missed a hundred of its hours never runs again.
        [spec.startingDeadlineSeconds > 0, 'may be late for ever'],
        [
          spec.suspend || spec.jobTemplate.spec.activeDeadlineSeconds > 0,
          'may hang, and keep the next one from beginning',
        ],
        [spec.timeZone !== undefined, 'has the hour of whatever machine looks after it'],
        [powerless.includes(pod.serviceAccountName), 'has no account of its own without a token'],
      ] as const
      return rules.filter(([holds]) => !holds).map(([, what]) => `${nameOf(manifest)} ${what}`)
    })
}
