import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'

export const config = z.object({
  ...serviceConfig.shape,
  ...databaseConfig.shape,
  MEDIA_DIR: z
    .string()
    .min(1)
    .describe(
      'folder of audio files and images, and of uploads until they are validated; created if missing',
    ),
  MEDIA_STORAGE: z
    .enum(['folder', 'nats'])
    .default('folder')
    .describe('`nats` stores the files in the object store of NATS instead, for replicas that share no disk'),
})
export type MediaConfig = z.infer<typeof config>
