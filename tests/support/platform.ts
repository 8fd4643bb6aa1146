import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Platform, startPlatform } from '@rehearse/local-platform'
import { acquireBackingServers, temporaryFolder } from '@rehearse/testing'
import { unlimited } from '@rehearse/testing/unlimited'
import type { TestProject } from 'vitest/node'
import { buildFrontend } from '../../deploy/local/build-frontend.ts'
import { reportEvent } from '../../deploy/local/report.ts'
import { startInterviewer } from './interviewer.ts'
import { collectMail } from './mailbox.ts'
import { startSignInProviders } from './sign-in-providers.ts'

export interface RunningPlatform {
  /** The gateway's address: the only one that a black-box test knows. */
  url: string
  /** The services' own addresses behind the gateway, to test their own checks. */
  innerUrls: Platform['innerUrls']
  /** Identity's database, from which tests take the signing key to make tokens. */
  identityDatabaseUrl: string
  admin: { email: string; password: string }
  /** The folder with received mail. */
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

/** Vitest loads this file once per project; this state is shared. */
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
  const mailServer = await collectMail(mailFolder)
  const platform = await startPlatform({
    readyWithinMs: 600_000,
    dataDir: folder.path,
    postgresUrl: servers.postgresUrl,
    natsUrl: servers.natsUrl,
    natsCredentials: servers.natsCredentials,
    frontendDir: frontend.dir,
    logLevel: 'warn',
    nodeEnv: 'test',
    onEvent: reportEvent,
    env: {
      identity: {
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Rehearse <mail@rehearse.test>',
        // Hundreds of accounts are created; the cost of a hash is tested next to its code.
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
  // Vitest calls it for each project, after all of them have ended.
  return {
    running,
    stop: () => {
      stopped ??= stopAll()
      return stopped
    },
  }
}
