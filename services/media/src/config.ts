import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'

export const config = z.object({
  ...serviceConfig.shape,
  ...databaseConfig.shape,
  /** The folder that audio files are kept in; made if it isn't there. */
  STORAGE_DIR: z.string().min(1),
})
export type MediaConfig = z.infer<typeof config>
