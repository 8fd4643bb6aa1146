import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'

export const config = z.object({ ...serviceConfig.shape, ...databaseConfig.shape })
export type Config = z.infer<typeof config>
