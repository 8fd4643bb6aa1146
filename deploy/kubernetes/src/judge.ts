import { upstreamNames } from '../../../services/gateway/src/routes.ts'
import type { Manifest } from './manifest.ts'
import { wrongArrows } from './rules/arrows.ts'
import { wrongWithAvailability } from './rules/availability.ts'
import { wrongWithConnections } from './rules/connections.ts'
import { wrongWithNats } from './rules/nats.ts'
import { wrongWithPods } from './rules/pods.ts'
import { wrongWithSchedules } from './rules/schedules.ts'
import { writtenSecrets } from './rules/secrets.ts'
import { wrongWithTrust } from './rules/trust.ts'
import { unknownFields, wrongBySchema } from './schemas.ts'

/** @returns everything that is wrong with an overlay, a line each */
export const judge = async (manifests: readonly Manifest[]): Promise<string[]> => [
  ...(await wrongBySchema(manifests)),
  ...unknownFields(manifests),
  ...wrongWithPods(manifests),
  ...wrongWithSchedules(manifests),
  ...writtenSecrets(manifests),
  ...wrongWithTrust(manifests),
  ...wrongWithAvailability(manifests),
  ...wrongWithConnections(manifests),
  ...wrongArrows(manifests, upstreamNames),
  ...wrongWithNats(manifests, ['gateway', ...upstreamNames]),
]
