import { availableParallelism } from 'node:os'
import cookie from '@fastify/cookie'
import { type App, createBackend, createTokenVerifier } from '@rehearse/service-kit'
import { ensureFirstSuperAdmin } from './admins/manage-admins.ts'
import { findAdminByEmail } from './admins/repository.ts'
import { adminRoutes } from './admins/routes.ts'
import { endSessionsWithoutFactor, resealTotpSecrets } from './admins/second-factor.ts'
import { secondFactorRoutes } from './admins/second-factor-routes.ts'
import { adminSessionRoutes } from './admins/session-routes.ts'
import { consumeAudit, startAuditCleanup, storeAudit } from './audit/audit-log.ts'
import { auditRoutes } from './audit/routes.ts'
import type { IdentityConfig } from './config.ts'
import { mailedSecrets } from './email/emailed-links.ts'
import { startMailWorker } from './email-delivery/mail-worker.ts'
import { publishKeySetOnChange } from './keys/publish-key-set.ts'
import { keyRoutes } from './keys/routes.ts'
import { createSeal } from './keys/seal.ts'
import { renewKeysPeriodically, SigningKeys } from './keys/signing-keys.ts'
import { createTokenIssuer } from './keys/token-issuer.ts'
import { learnerAdminRoutes } from './learners/admin-routes.ts'
import { emailRoutes } from './learners/email-routes.ts'
import { findLearnerByEmail } from './learners/repository.ts'
import { learnerRoutes } from './learners/routes.ts'
import { attemptLimits } from './limits/attempt-limits.ts'
import { keyedHash } from './limits/familiar-device.ts'
import { installAttemptLimits, startAttemptCleanup } from './limits/install-attempt-limits.ts'
import { consumeBadgeEvents } from './notifications/badge-alerts.ts'
import { consumeUnreadComments } from './notifications/comment-mail.ts'
import { createPush, createPushNotifier } from './notifications/push.ts'
import { startReminders } from './notifications/reminders.ts'
import { pushRoutes } from './notifications/routes.ts'
import { configuredProviders } from './oauth/configured-providers.ts'
import { handshakeSecrets } from './oauth/oauth-flow.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { PasswordHasher } from './passwords/password-hasher.ts'
import { consumeErasureReports } from './privacy/erase-learner.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { refreshSuccession } from './sessions/session.ts'
import { installSessionCheck, startSessionCleanup } from './sessions/session-check.ts'
import { migrations, type Tables } from './tables.ts'

/** The identity service: every subject, adapter, consumer and job. */
export async function buildApp(config: IdentityConfig): Promise<App> {
  const keys = new SigningKeys(config.KEY_ENCRYPTION_SECRET, config.KEY_ENCRYPTION_SECRET_PREVIOUS)
  const maxKeyAge = config.SIGNING_KEY_DAYS * 24 * 60 * 60
  const backend = await createBackend<Tables>({
    name: 'identity',
    description: 'Learners, admins, their sessions, and the keys that tokens are signed with',
    config,
    migrations,
    keys: keys.keySet(),
    storeAudit,
  })
  const { app, database, nats, beforeServing } = backend
  const { db } = database
  const passwords = new PasswordHasher({
    cost: config.PASSWORD_COST,
    concurrency: availableParallelism(),
    maxWaiting: config.PASSWORD_QUEUE,
  })
  const tokens = createTokenIssuer(keys)
  const seal = createSeal(config.KEY_ENCRYPTION_SECRET, config.KEY_ENCRYPTION_SECRET_PREVIOUS)
  const secrets = mailedSecrets(config.KEY_ENCRYPTION_SECRET)
  const verifier = createTokenVerifier(keys.keySet().find)
  const successorOf = refreshSuccession(config.KEY_ENCRYPTION_SECRET)

  const limitHash = keyedHash(config.KEY_ENCRYPTION_SECRET)
  const push = createPush({ db, log: app.log }, config)

  await app.register(cookie)
  installSessionCheck(app, db)
  installAttemptLimits(app, {
    limits: attemptLimits(db, limitHash, config),
    hash: limitHash,
    passwordHashOf: async ({ kind, email }) => {
      const find = kind === 'admin' ? findAdminByEmail : findLearnerByEmail
      return (await find(db, email))?.password_hash ?? null
    },
  })
  startAttemptCleanup(backend)

  keyRoutes(app, { db, keys })
  sessionRoutes(app, { db, tokens, successorOf, verifier })
  startSessionCleanup(backend)

  // Outside production, mail without a server is written to the log.
  const sendsMail = config.SMTP_URL !== undefined || config.NODE_ENV !== 'production'
  learnerRoutes(app, { db, passwords, tokens, sendsMail })
  learnerAdminRoutes(app, db)
  oauthRoutes(app, {
    db,
    passwords,
    tokens,
    secretsOf: handshakeSecrets(config.KEY_ENCRYPTION_SECRET),
    providers: configuredProviders(config),
    publicOrigin: config.PUBLIC_ORIGIN,
    sendsMail,
  })

  const adminSessions = { db, passwords, tokens, seal, totpRequired: config.ADMIN_TOTP_REQUIRED }
  adminSessionRoutes(app, adminSessions)
  secondFactorRoutes(app, adminSessions)
  adminRoutes(app, { db, passwords, secrets, seal, sendsMail: config.SMTP_URL !== undefined })

  auditRoutes(app, db)
  consumeAudit(backend)
  startAuditCleanup(backend)

  await emailRoutes(app, { db, passwords })
  const publicOrigin = config.PUBLIC_ORIGIN ?? config.MAIL_ORIGIN
  startMailWorker(backend, { db, publicOrigin, secrets, hash: limitHash }, config)

  pushRoutes(app, { db, push })
  const notify = createPushNotifier({ db, push, log: app.log })
  startReminders(backend, notify)
  consumeBadgeEvents(backend, notify)
  consumeUnreadComments(backend)

  privacyRoutes(app, { db, nats, passwords })
  consumeErasureReports(backend)

  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onClose', () => passwords.close())
  beforeServing('signing key', async () => {
    const renew = async () => {
      await keys.renew(db, maxKeyAge)
      if (config.KEY_ENCRYPTION_SECRET_PREVIOUS !== undefined) await resealTotpSecrets(db, seal)
    }
    await renew()
    const background = { log: app.log, signal: closing.signal }
    keys.onChange(publishKeySetOnChange({ nats, publicSet: () => keys.publicSet(), ...background }))
    void renewKeysPeriodically({ renew, ...background })
  })
  if (config.ADMIN_TOTP_REQUIRED) {
    beforeServing('second factors', async () => {
      const admins = await endSessionsWithoutFactor(db)
      if (admins > 0) app.log.info({ admins }, 'ended sessions of admins without the required second factor')
    })
  }
  beforeServing('first admin', () => ensureFirstSuperAdmin({ db, passwords, log: app.log }, config))
  return app
}
