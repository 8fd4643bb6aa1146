import { type Manifest, workloadsOf } from '../manifest.ts'

/** What every pod of ours keeps to: a fault a line. */
export function wrongWithPods(manifests: readonly Manifest[]): string[] {
  return workloadsOf(manifests).flatMap(({ manifest, name, pod, containers }) => [
    ...[
      [pod.securityContext?.runAsNonRoot === true, 'may run as root'],
      [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'],
      [pod.automountServiceAccountToken === false, "holds a token for the cluster's API"],
      [pod.terminationGracePeriodSeconds > 0 || ends(manifest), 'is given no time to stop'],
    ]
      .filter(([holds]) => !holds)
      .map(([, what]) => `${name} ${what}`),
    ...containers.flatMap((container) => wrongWithContainer(name, container, ends(manifest))),
  ])
}

/** What comes to its end by itself has nobody to serve. */
const ends = ({ kind }: Manifest): boolean => kind === 'Job' || kind === 'CronJob'

// biome-ignore lint/suspicious/noExplicitAny: its shape is judged by the schemas
function wrongWithContainer(name: string, container: any, isEnding: boolean): string[] {
  const { securityContext: security, resources, image } = container
  const tag = image.split('/').at(-1).split(':')[1]
  const rules = [
    [tag !== undefined && tag !== 'latest', `runs ${image}, which may be another tomorrow`],
    [security?.readOnlyRootFilesystem === true, 'may write to its own image'],
    [security?.allowPrivilegeEscalation === false, 'may gain rights'],
    [security?.capabilities?.drop?.includes('ALL'), 'keeps capabilities'],
    [resources?.limits?.memory && resources.limits.cpu, 'has no limits'],
    [resources?.requests?.memory && resources.requests.cpu, 'asks for no resources'],
    [isEnding || container.readinessProbe, "can't be asked whether it is ready"],
    [isEnding || container.livenessProbe, "can't be asked whether it lives"],
  ]
  return rules.filter(([holds]) => !holds).map(([, what]) => `${name}: ${container.name} ${what}`)
}
