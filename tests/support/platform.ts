import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Platform, startPlatform } from '@rehearse/local-platform'
import { acquireBackingServers, temporaryFolder } from '@rehearse/testing'
import { unlimited } from '@rehearse/testing/unlimited'
import type { TestProject } from 'vitest/node'
import { buildFrontend } from '../../deploy/local/build-frontend.ts'
import { startInterviewer } from './interviewer.ts'
import { keepMail } from './mailbox.ts'
import { startSignInProviders } from './sign-in-providers.ts'

export interface RunningPlatform {
  /** The gateway's address: the only one a black-box test knows. */
  url: string
  /** For tests of what the services refuse by themselves: where each answers behind the gateway. */
  innerUrls: Platform['innerUrls']
  /** Identity's own, from which a test takes the signing key to make tokens that only we could make. */
  identityDatabaseUrl: string
  admin: { email: string; password: string }
  /** Where the mail server puts what it gets. */
  mailFolder: string
}

declare module 'vitest' {
  interface ProvidedContext {
    platform: RunningPlatform
  }
}

const admin = { email: 'root@rehearse.test', password: 'correct horse battery' }

interface Shared {
  running: RunningPlatform
  stop: () => Promise<void>
}

/** Vitest loads this file once per project; projects share what is here. */
const shared: typeof globalThis & { rehearsePlatform?: Promise<Shared> } = globalThis

/** Vitest's global setup: the whole platform, as `npm start` runs it, once for all files of all projects. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.rehearsePlatform ??= start()
  const { running, stop } = await shared.rehearsePlatform
  project.provide('platform', running)
  return stop
}

async function start(): Promise<Shared> {
  const [servers, folder, frontend, providers, interviewer] = await Promise.all([
    acquireBackingServers(),
    temporaryFolder(),
    buildFrontend(),
    startSignInProviders(),
    startInterviewer(),
  ])
  const mailFolder = join(folder.path, 'mail')
  const mailServer = await keepMail(mailFolder)
  const platform = await startPlatform({
    dataDir: folder.path,
    postgresUrl: servers.postgresUrl,
    natsUrl: servers.natsUrl,
    natsCredentials: servers.natsCredentials,
    frontendDir: frontend.dir,
    logLevel: 'warn',
    nodeEnv: 'test',
    env: {
      identity: {
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Rehearse <mail@rehearse.test>',
        // Hundreds of accounts are made; what a hash costs is tested beside the code.
        PASSWORD_COST: '4',
        ...providers.env,
        ...unlimited,
      },
      questions: interviewer.env,
      gateway: unlimited,
    },
  })
  const identityDatabase = new URL(platform.postgresUrl)
  identityDatabase.pathname = '/identity'
  const running: RunningPlatform = {
    url: platform.gatewayUrl,
    innerUrls: platform.innerUrls,
    identityDatabaseUrl: identityDatabase.href,
    admin,
    mailFolder,
  }
  let stopped: Promise<void> | undefined
  const stopAll = async () => {
    await platform.stop()
    await mailServer.goAway()
    await providers.close()
    await interviewer.close()
    await servers.release()
    await rm(folder.path, { recursive: true, force: true })
  }
  // Each project calls it: all of them end together.
  return {
    running,
    stop: () => {
      stopped ??= stopAll()
      return stopped
    },
  }
}
