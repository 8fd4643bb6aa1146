export { lockDataDir } from './data-dir-lock.ts'
export { findNatsServer } from './find-nats-server.ts'
export { freePort, freePorts } from './free-port.ts'
export { LocalPlatformError } from './local-platform-error.ts'
export {
  type NatsCredentials,
  type NatsUrls,
  type NatsUser,
  natsCredentialsFile,
  natsUrls,
  natsUsers,
  newNatsCredentials,
} from './nats-access.ts'
export { type NatsOptions, type NatsServer, startNats } from './nats-server.ts'
export {
  type Platform,
  type PlatformEvent,
  type PlatformOptions,
  type PlatformPart,
  type PlatformStep,
  startPlatform,
} from './platform.ts'
export { compileCache, repositoryRoot, type ServiceName, serviceNames } from './platform-services.ts'
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres-server.ts'
export { databaseAddresses, dropDatabase, type ProvisionedDatabase, provisionDatabase } from './provision.ts'
export { secretFile } from './secret-file.ts'
export { onStopRequest, startParentWatchdog } from './server-process.ts'
export {
  type ServiceEvent,
  type ServiceOptions,
  type SupervisedService,
  superviseService,
} from './service-process.ts'
export type { ServerEvent, ServerName, SupervisedServer } from './supervised-server.ts'
export { waitUntilReady } from './wait-until-ready.ts'
