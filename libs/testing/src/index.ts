export { type AcquireOptions, acquireBackingServers, type BackingServers } from './backing-servers.ts'
export { findChromium } from './find-chromium.ts'
export {
  chromiumOnDemand,
  launchChromium,
  launchSharedChromium as launchLastingChromium,
} from './launch-chromium.ts'
export { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts'
export { type TestDatabase, testDatabase } from './test-database.ts'
export { type ReceivedMail, smtpError, type TestMailServer, testMailServer } from './test-mail-server.ts'
export { testNats } from './test-nats.ts'
