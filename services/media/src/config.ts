import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'

export const config = z.object({
  ...serviceConfig.shape,
  ...databaseConfig.shape,
  /** The folder of the files, made if it isn't there; uploads wait in it to be judged, wherever they are kept then. */
  MEDIA_DIR: z.string().min(1),
  /** Where files are kept: in the folder, or in the object store of NATS, which replicas on several machines share. */
  MEDIA_STORAGE: z.enum(['folder', 'nats']).default('folder'),
})
export type MediaConfig = z.infer<typeof config>
